/**
 * Webhooks: verify, store, answer; look into them later at our own pace. What an event claims is
 * never believed: it only names the attempt about which the processor is asked.
 */
import { attemptIdSchema } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import { isOpen } from '@quittance/domain/status/payment-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { findCompanyByDomain } from '../../storage/billing/companies.ts';
import { enqueueJob } from '../../storage/ops/job-queue.ts';
import { PROCESS_WEBHOOKS } from '../../storage/ops/task-names.ts';
import {
  type Attempt,
  findAttempt,
  findByProcessorReference,
} from '../../storage/payments/attempts.ts';
import {
  findDueWebhooks,
  markProcessed,
  postponeWebhook,
  storeWebhook,
  WEBHOOK_ATTEMPTS_MAX,
  type WebhookRow,
} from '../../storage/payments/webhook-inbox.ts';
import { processorOf } from '../core/processor-for-company.ts';
import { askAbout } from './resolve.ts';

export type IncomingWebhook = {
  processor: ProcessorName;
  company: string;
  rawBody: string;
  headers: Readonly<Record<string, string>>;
};

/** A forged, foreign or unsigned event is not told why it was refused. */
export async function receiveWebhook(deps: Deps, incoming: IncomingWebhook): Promise<void> {
  const company = await deps.database.asSystem((tx) => findCompanyByDomain(tx, incoming.company));
  if (!company || company.processor !== incoming.processor) throw new AppError('NOT_FOUND');
  const processor = await processorOf(deps, company);
  const hint = processor?.webhooks?.verify(incoming);
  if (!hint) throw new AppError('NOT_FOUND');
  const { companyId } = company;
  const receivedAt = deps.clock.now();
  await deps.database.inCompany({ companyId }, async (tx) => {
    const event = { companyId, processor: incoming.processor, ...hint, receivedAt };
    const isNew = await storeWebhook(tx, event);
    if (!isNew) return;
    await enqueueJob(tx, {
      task: PROCESS_WEBHOOKS,
      payload: {},
      runAt: receivedAt,
      key: PROCESS_WEBHOOKS,
    });
  });
}

async function attemptOf(
  deps: Deps,
  { companyId, reference }: WebhookRow,
): Promise<Attempt | null> {
  if (!reference) return null;
  const attemptId = attemptIdSchema.safeParse(reference);
  return deps.database.inCompany({ companyId }, (tx) =>
    attemptId.success
      ? findAttempt(tx, { companyId, attemptId: attemptId.data })
      : findByProcessorReference(tx, { companyId, processorReference: reference }),
  );
}

/** Whether the event has had its effect. One that names no charge is none of our business. */
async function lookInto(deps: Deps, event: WebhookRow): Promise<boolean> {
  if (!event.reference) return true;
  const attempt = await attemptOf(deps, event);
  // It may be faster than our own commit.
  if (!attempt) return false;
  const key = { companyId: event.companyId, attemptId: attempt.id };
  const { isAnswered } = await askAbout(deps, key, 'webhook');
  // An open attempt is asked about again anyway; of a final one nobody else may ever ask.
  return isAnswered || isOpen(attempt.state);
}

/** Parked with ever longer pauses, and given up in the end: the comparison of books comes after it. */
async function park(deps: Deps, event: WebhookRow): Promise<void> {
  const { companyId, eventId, eventType, reference } = event;
  const isLast = event.tries + 1 >= WEBHOOK_ATTEMPTS_MAX;
  if (isLast) {
    deps.log.warn({ companyId, eventId, eventType, reference }, 'a webhook was given up');
  }
  await deps.database.inCompany({ companyId }, (tx) =>
    isLast ? markProcessed(tx, event, deps.clock.now()) : postponeWebhook(tx, event),
  );
}

async function processOne(deps: Deps, event: WebhookRow): Promise<boolean> {
  const { companyId, eventId } = event;
  let isDone = false;
  try {
    isDone = await lookInto(deps, event);
  } catch (error) {
    deps.log.error({ companyId, eventId, err: error }, 'a webhook could not be processed');
  }
  if (!isDone) await park(deps, event);
  else
    await deps.database.inCompany({ companyId }, (tx) =>
      markProcessed(tx, event, deps.clock.now()),
    );
  return isDone;
}

const BATCH = 50;

/** Looks into what is due, batch by batch; one that was parked is not looked into twice in a row. */
export async function processWebhooks(deps: Deps): Promise<number> {
  let count = 0;
  for (;;) {
    const now = deps.clock.now();
    const events = await deps.database.asSystem((tx) => findDueWebhooks(tx, { now, limit: BATCH }));
    const done: boolean[] = [];
    for (const event of events) done.push(await processOne(deps, event));
    count += events.length;
    if (events.length < BATCH || done.includes(false)) return count;
  }
}
