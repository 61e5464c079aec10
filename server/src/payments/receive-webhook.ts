/**
 * Webhooks: verify, store, answer; look into them later at our own pace. What an event claims is
 * never believed: it only names the attempt about which the processor is asked.
 */
import { attemptIdSchema } from '@quittance/contract/ids';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { PROCESS_WEBHOOKS } from '../jobs/task-names.ts';
import { type Attempt, findAttempt, findByProcessorReference } from '../storage/attempts.ts';
import { findCompanyByDomain } from '../storage/companies.ts';
import { enqueueJob } from '../storage/job-queue.ts';
import {
  markProcessed,
  storeWebhook,
  takeUnprocessed,
  type WebhookRow,
} from '../storage/webhook-inbox.ts';
import { processorOf } from './processor-of.ts';
import { resolveAttempt } from './resolve.ts';

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

async function lookInto(deps: Deps, event: WebhookRow): Promise<void> {
  const { companyId, reference } = event;
  const attempt = await attemptOf(deps, event);
  if (attempt) await resolveAttempt(deps, { companyId, attemptId: attempt.id }, 'webhook');
  else if (reference) deps.log.warn({ companyId, reference }, 'a webhook names no attempt of ours');
  await deps.database.inCompany({ companyId }, (tx) => markProcessed(tx, event, deps.clock.now()));
}

const BATCH = 50;

export async function processWebhooks(deps: Deps): Promise<number> {
  const events = await deps.database.asSystem((tx) => takeUnprocessed(tx, BATCH));
  for (const event of events) {
    try {
      await lookInto(deps, event);
    } catch (error) {
      deps.log.error({ eventId: event.eventId, err: error }, 'a webhook could not be processed');
    }
  }
  return events.length;
}
