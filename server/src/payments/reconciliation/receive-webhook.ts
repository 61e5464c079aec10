/**
 * Verifies, stores and acknowledges webhooks. A job processes them later. Their content is not trusted: an event
 * only names the attempt to look up at the processor.
 */
import { attemptIdSchema, type CompanyId } from '@quittance/contract/ids';
import type { PaymentWarning, ProcessorName } from '@quittance/contract/vocabulary';
import { isOpen } from '@quittance/domain/status/payment-status';
import { noteEvent, noteRefusedEvent } from '../../companies/connections.ts';
import { processorForCompany } from '../../companies/processor-for-company.ts';
import { forEachAtMost, type Repeat, separateSlots } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import {
  type Attempt,
  findAttempt,
  findByProcessorReference,
  updateAttempt,
} from '../../ledger/attempts.ts';
import { findIntent, findIntentByReference, type Intent } from '../../ledger/intents.ts';
import { resolveReportedSetup } from '../../methods/resolve-setup.ts';
import { findRow } from '../../platform/database/rows.ts';
import { wakeAfterCommit } from '../../platform/database/transaction.ts';
import {
  claimOne,
  finish,
  isDue,
  isLastTry,
  type Lease,
  release,
  retryAt,
} from '../../platform/queue/queue.ts';
import { type WebhookSubject, webhookEvents } from '../../schema/operations.ts';
import { findOutIntent } from '../intents/check-intent.ts';
import { applyMethodReport } from './apply-method-report.ts';
import { lookUpAndSettle } from './resolve.ts';
import {
  isWebhook,
  listProcessorsWithWebhooks,
  storeWebhook,
  type WebhookRow,
  webhookQueue,
} from './webhook-inbox.ts';

export type IncomingWebhook = {
  processor: ProcessorName;
  company: string;
  rawBody: string;
  headers: Readonly<Record<string, string>>;
};

/** Counted, because a wrong webhook secret makes every event of the account look forged. */
async function noteRefused(
  deps: Deps,
  refused: { companyId: CompanyId; processor: ProcessorName },
): Promise<void> {
  const isCounted = await deps.database.writeAlone((tx) => noteRefusedEvent(tx, refused.companyId));
  if (!isCounted) return;
  deps.log.warn(
    { event: 'processor.event_refused', ...refused },
    'an event of a processor could not be verified',
  );
}

/** A forged, foreign or unsigned event gets NOT_FOUND, without a reason. */
export async function receiveWebhook(deps: Deps, incoming: IncomingWebhook): Promise<void> {
  const company = await deps.companies.findByDomain(incoming.company);
  if (!company || company.processor !== incoming.processor) throw new AppError('NOT_FOUND');
  const processor = await processorForCompany(deps, company);
  const hint = processor?.webhooks?.verify(incoming);
  const { companyId } = company;
  if (!hint) {
    await noteRefused(deps, { companyId, processor: incoming.processor });
    throw new AppError('NOT_FOUND');
  }
  const receivedAt = deps.clock.now();
  await deps.database.writeAlone(async (tx) => {
    const event = { companyId, processor: incoming.processor, ...hint, receivedAt };
    if (await storeWebhook(tx, event)) wakeAfterCommit(tx, 'process_webhooks', companyId);
    await noteEvent(tx, companyId, receivedAt);
  });
}

async function findReferenced(
  deps: Deps,
  { companyId, reference }: WebhookRow,
): Promise<Attempt | null> {
  if (!reference) return null;
  const attemptId = attemptIdSchema.safeParse(reference);
  return deps.database.readForCompany({ companyId }, (tx) =>
    attemptId.success
      ? findAttempt(tx, { companyId, attemptId: attemptId.data })
      : findByProcessorReference(tx, { companyId, processorReference: reference }),
  );
}

async function findReferencedIntent(
  deps: Deps,
  { companyId, reference }: WebhookRow,
): Promise<Intent | null> {
  if (!reference) return null;
  const intentId = attemptIdSchema.safeParse(reference);
  return deps.database.readForCompany({ companyId }, (tx) =>
    intentId.success
      ? findIntent(tx, { companyId, intentId: intentId.data })
      : findIntentByReference(tx, { companyId, processorReference: reference }),
  );
}

/**
 * Before an intent moves, there is no attempt. The intent is looked up regardless of its local state, and is booked
 * if it moved.
 */
async function applyToIntent(deps: Deps, event: WebhookRow): Promise<boolean> {
  const intent = await findReferencedIntent(deps, event);
  // The event can arrive before our own commit.
  if (!intent) return false;
  if (intent.processorReference === null) return intent.state === 'CANCELED';
  return (await findOutIntent(deps, intent, { source: 'webhook' })) !== 'unknown';
}

const WARNINGS: Readonly<Partial<Record<WebhookSubject, PaymentWarning>>> = {
  fraud_warning: 'FRAUD_WARNING',
  review_opened: 'REVIEW',
  dispute: 'DISPUTE_REPORTED',
};

/** Events arrive in any order: a review that was closed is not opened again by the earlier event. */
async function noteWarning(deps: Deps, event: WebhookRow, attempt: Attempt): Promise<void> {
  const { companyId, subject, reference, receivedAt: warnedAt } = event;
  const warning = WARNINGS[subject] ?? null;
  const key = { companyId, attemptId: attempt.id };
  const updatedAt = deps.clock.now();
  await deps.database.inCompany({ companyId }, async (tx) => {
    if (subject === 'review_closed' && attempt.warning === 'REVIEW') {
      await updateAttempt(tx, key, { warning: null, warnedAt: null, updatedAt });
    }
    if (warning === null) return;
    const closed = { companyId, reference, subject: 'review_closed' } as const;
    if (warning === 'REVIEW' && (await findRow(tx, webhookEvents, closed))) return;
    await updateAttempt(tx, key, { warning, warnedAt, updatedAt });
    deps.log.warn(
      { event: 'payment.warned', companyId, attemptId: attempt.id, warning },
      'a processor warns about a payment',
    );
  });
}

/** Returns false if the event must be retried later. An event that names nothing needs no retry. */
async function apply(deps: Deps, event: WebhookRow): Promise<boolean> {
  const { companyId, subject, reference } = event;
  if (!reference) return true;
  if (subject === 'method') return applyMethodReport(deps, event);
  if (subject === 'setup') {
    await resolveReportedSetup(deps, { companyId, processorReference: reference });
    return true;
  }
  const attempt = await findReferenced(deps, event);
  if (!attempt) return applyToIntent(deps, event);
  if (subject !== 'charge') await noteWarning(deps, event, attempt);
  const key = { companyId, attemptId: attempt.id };
  const { isAnswered } = await lookUpAndSettle(deps, key, 'webhook');
  // The resolver checks open attempts anyway. Final attempts are checked only here.
  return isAnswered || isOpen(attempt.state);
}

type WebhookLease = Lease<typeof webhookQueue.table>;

/** Postpones the event with growing delays, then drops it. Reconciliation finds missed outcomes. */
async function postpone(deps: Deps, lease: WebhookLease): Promise<void> {
  if (!isLastTry(lease)) {
    await deps.database.writeAlone((tx) => release(tx, lease, { at: retryAt(deps, lease) }));
    return;
  }
  const { companyId, eventId, eventType, reference } = lease.row;
  deps.log.warn(
    { event: 'webhook.abandoned', companyId, eventId, eventType, reference },
    'a webhook was abandoned after its last retry',
  );
  await markProcessed(deps, lease);
}

async function markProcessed({ database, clock }: Deps, lease: WebhookLease): Promise<void> {
  await database.writeAlone((tx) => finish(tx, lease, { processedAt: clock.now() }));
}

async function processOne(deps: Deps, lease: WebhookLease): Promise<void> {
  const { companyId, eventId } = lease.row;
  let isDone = false;
  try {
    isDone = await apply(deps, lease.row);
  } catch (error) {
    deps.log.error(
      { event: 'webhook.failed', companyId, eventId, err: error },
      'a webhook could not be processed',
    );
  }
  await (isDone ? markProcessed(deps, lease) : postpone(deps, lease));
}

function claimNext(deps: Deps, processor: ProcessorName): Promise<WebhookLease | null> {
  const wanted = { queue: webhookQueue, where: isWebhook(processor) };
  return deps.database.writeAlone((tx) => claimOne(tx, deps, wanted));
}

/** Processes every due event, claimed one by one. A processor that does not respond delays only its own events. */
export async function processWebhooks(deps: Deps, repeat: Repeat = separateSlots): Promise<number> {
  const { database, clock, concurrency } = deps;
  const processors = await database.readAlone((tx) =>
    listProcessorsWithWebhooks(tx, isDue(webhookQueue, clock.now())),
  );
  let count = 0;
  await forEachAtMost(concurrency.processors, processors, async (processor) => {
    const done = await repeat(processor, concurrency.lookups, {
      claim: () => claimNext(deps, processor),
      work: (lease) => processOne(deps, lease),
    });
    count += done;
  });
  return count;
}
