/**
 * Sends evidence against disputes to the processor (R97), one by one under a lease: first the files, then the one
 * submission. A submission whose response was lost is repeated under the same key. When a dispute has ended, texts
 * and files are deleted here.
 */

import { HOUR_MS, MINUTE_MS } from '@quittance/contract/durations';
import type { EvidenceFileKind } from '@quittance/contract/payments/dispute-schemas';
import { invariant } from '@quittance/domain/invariant';
import { and, isNotNull, sql } from 'drizzle-orm';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { namesOfCustomers } from '../../customers/customer-records.ts';
import { repeatAtMost } from '../../kernel/concurrency.ts';
import type { Deps } from '../../kernel/deps.ts';
import { updateDispute } from '../../ledger/disputes.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { findRow, listRows } from '../../platform/database/rows.ts';
import { listCompaniesWithRows } from '../../platform/database/sharding/across-companies.ts';
import {
  claimOne,
  isLastTry,
  isLive,
  type Lease,
  release,
  renew,
  retryAt,
} from '../../platform/queue/queue.ts';
import type { Disputes } from '../../processors/after-settlement.ts';
import { orUnknown } from '../../processors/outcomes.ts';
import { attempts } from '../../schema/payments.ts';
import { disputeEvidence, disputeFiles, disputes } from '../../schema/refunds.ts';

const evidenceQueue = {
  table: disputeEvidence,
  key: ['disputeId'],
  dueAt: 'nextTryAt',
  /** Must match the condition of the index. */
  isWaiting: sql`${disputeEvidence.state} in ('REQUESTED', 'SENT')`,
  /** Longer than the upload of a file, or the submission, may take. */
  leaseMs: 2 * MINUTE_MS,
  /** Covers the time for which the processor honors the key. After that, a person looks. */
  backoff: {
    pausesMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS],
    triesMax: 8,
  },
} as const;

type EvidenceLease = Lease<typeof evidenceQueue.table>;
type DisputeFile = typeof disputeFiles.$inferSelect;

type Outcome =
  | Awaited<ReturnType<Disputes['submit']>>
  | Exclude<Awaited<ReturnType<Disputes['upload']>>, { kind: 'uploaded' }>;

type Prepared = {
  lease: EvidenceLease;
  dispute: typeof disputes.$inferSelect;
  customerName: string;
  processor: Disputes | null;
};

async function prepare(deps: Deps, lease: EvidenceLease): Promise<Prepared> {
  const { companyId, disputeId } = lease.row;
  const found = await deps.database.inCompany({ companyId, asProvider: true }, async (tx) => {
    const dispute = await findRow(tx, disputes, { companyId, id: disputeId });
    invariant(dispute, 'evidence belongs to a dispute');
    const attempt = await findRow(tx, attempts, { companyId, id: dispute.attemptId });
    const names = await namesOfCustomers(tx, companyId, [dispute.customerId]);
    const customerName = names.get(dispute.customerId) ?? '';
    return { dispute, as: attempt?.processor, customerName };
  });
  const { dispute, customerName, as } = found;
  const processor = await findProcessor(deps, companyId, as);
  return { lease, dispute, customerName, processor: processor?.disputes ?? null };
}

const listFiles = ({ database }: Deps, { row: { companyId, disputeId } }: EvidenceLease) =>
  database.inCompany({ companyId, asProvider: true }, (tx) =>
    listRows(tx, disputeFiles, { values: { companyId, disputeId }, orderedBy: ['kind'] }),
  );

async function storeUpload(tx: Tx, file: DisputeFile, processorReference: string): Promise<void> {
  const { companyId, disputeId, kind, id } = file;
  await tx
    .update(disputeFiles)
    .set({ processorReference, content: null })
    .where(matching(disputeFiles, { companyId, disputeId, kind, id }));
}

type Uploaded = { files: Partial<Record<EvidenceFileKind, string>>; lease: EvidenceLease };

/** Returns null if the lease has expired. */
async function upload(
  deps: Deps,
  prepared: Prepared,
  processor: Disputes,
): Promise<Uploaded | Outcome | null> {
  const files: Uploaded['files'] = {};
  let { lease } = prepared;
  const { companyId } = lease.row;
  for (const file of await listFiles(deps, lease)) {
    const { id: reference, kind, name, type, content, processorReference } = file;
    if (processorReference !== null) {
      files[kind] = processorReference;
      continue;
    }
    if (content === null) continue;
    const renewed = await deps.database.writeAlone((tx) => renew(tx, { clock: deps.clock, lease }));
    if (!renewed) return null;
    lease = renewed;
    const sent = { reference, name, type, content: new Uint8Array(content) };
    const outcome = await orUnknown(deps, () => processor.upload(sent));
    if (outcome.kind !== 'uploaded') return outcome;
    files[kind] = outcome.fileReference;
    await deps.database.inCompany({ companyId, asProvider: true }, (tx) =>
      storeUpload(tx, file, outcome.fileReference),
    );
  }
  return { files, lease };
}

/** Returns null if another process has the evidence, or it is no longer wanted. */
async function send(deps: Deps, prepared: Prepared): Promise<Outcome | null> {
  const { processor, dispute, customerName } = prepared;
  if (!processor) return { kind: 'deferred', reason: 'no processor' };
  const uploaded = await upload(deps, prepared, processor);
  if (uploaded === null || 'kind' in uploaded) return uploaded;
  const { files } = uploaded;
  const renewed = await deps.database.writeAlone((tx) =>
    renew(tx, { clock: deps.clock, lease: uploaded.lease }, { state: 'SENT' }),
  );
  if (!renewed?.row.texts || !isLive(deps, renewed)) return null;
  const { reference, texts } = renewed.row;
  const { processorReference: disputeReference } = dispute;
  const evidence = { reference, disputeReference, texts, customerName, files };
  return orUnknown(deps, () => processor.submit(evidence));
}

async function write(deps: Deps, { lease, dispute }: Prepared, outcome: Outcome): Promise<void> {
  const { companyId, disputeId } = lease.row;
  const at = deps.clock.now();
  const isGivenUp =
    outcome.kind !== 'submitted' && (outcome.kind === 'refused' || isLastTry(lease));
  if (outcome.kind !== 'submitted') {
    deps.log.error(
      { event: 'dispute.evidence_failed', companyId, disputeId, isGivenUp, outcome },
      'evidence against a dispute could not be submitted',
    );
  }
  await deps.database.inCompany({ companyId, asProvider: true }, async (tx) => {
    if (outcome.kind === 'submitted') {
      const change = { state: 'SUBMITTED', submittedAt: at, texts: null } as const;
      await release(tx, lease, { at, change });
      await updateDispute(tx, dispute, { awaitsEvidence: false });
      const entry = {
        companyId,
        actor: 'disputes',
        subject: `dispute:${disputeId}`,
        detail: {},
        at,
      };
      await appendAudit(tx, { ...entry, action: 'dispute.evidence_submitted' });
    } else if (isGivenUp) {
      const failureReason = outcome.kind === 'refused' ? outcome.message : outcome.reason;
      await release(tx, lease, { at, change: { state: 'FAILED', failureReason } });
    } else {
      await release(tx, lease, { at: retryAt(deps, lease) });
    }
  });
}

async function sendOne(deps: Deps, lease: EvidenceLease): Promise<void> {
  const { companyId, disputeId } = lease.row;
  try {
    const prepared = await prepare(deps, lease);
    const outcome = await send(deps, prepared);
    if (outcome) await write(deps, prepared, outcome);
  } catch (error) {
    deps.log.error(
      { event: 'dispute.evidence_failed', companyId, disputeId, err: error },
      'evidence against a dispute could not be sent',
    );
  }
}

/** Requires system scope. */
async function forgetEnded(tx: Tx): Promise<void> {
  const reason = 'disputes of every company end';
  const hasEnded = (table: typeof disputeFiles | typeof disputeEvidence) =>
    sql`exists (select from ${disputes} d where d.company_id = ${table.companyId}
      and d.id = ${table.disputeId} and d.state <> 'OPEN')`;
  const isWithFiles = hasEnded(disputeFiles);
  const withFiles = { where: isWithFiles, reason };
  for (const companyId of await listCompaniesWithRows(tx, disputeFiles, withFiles)) {
    await tx.delete(disputeFiles).where(and(matching(disputeFiles, { companyId }), isWithFiles));
  }
  const isWithTexts = and(isNotNull(disputeEvidence.texts), hasEnded(disputeEvidence));
  const withTexts = { where: isWithTexts, reason };
  for (const companyId of await listCompaniesWithRows(tx, disputeEvidence, withTexts)) {
    const isOwn = matching(disputeEvidence, { companyId });
    await tx.update(disputeEvidence).set({ texts: null }).where(and(isOwn, isWithTexts));
  }
}

export async function sendEvidence(deps: Deps): Promise<number> {
  const { database, concurrency } = deps;
  await database.writeAlone(forgetEnded);
  return repeatAtMost(concurrency.lookups, {
    claim: () => database.writeAlone((tx) => claimOne(tx, deps, { queue: evidenceQueue })),
    work: (lease) => sendOne(deps, lease),
  });
}
