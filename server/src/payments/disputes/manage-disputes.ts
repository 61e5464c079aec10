/** Disputes of card payments with their deadline, and the company's evidence against them (R97). */
import type {
  Dispute,
  DisputeDetail,
  DisputeQuery,
  EvidenceFileKind,
  EvidenceTexts,
} from '@quittance/contract/payments/dispute-schemas';
import { EVIDENCE_BYTES_MAX } from '@quittance/contract/payments/dispute-schemas';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { invariant } from '@quittance/domain/invariant';
import { and, inArray } from 'drizzle-orm';
import { namesOfCustomers } from '../../customers/customer-records.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { DisputeRow } from '../../ledger/disputes.ts';
import {
  type Actor,
  type ProviderDeps,
  recordAction,
} from '../../platform/audit/recorded-action.ts';
import type { Tx } from '../../platform/database/database.ts';
import { matching } from '../../platform/database/keys.ts';
import { isAfterCursor, isCreatedIn, readPage } from '../../platform/database/pages.ts';
import { findRow, lockRow } from '../../platform/database/rows.ts';
import { toFileType } from '../../platform/files/file-type.ts';
import { pageFrom, toPage } from '../../platform/http/page.ts';
import { safeFileName } from '../../platform/pdf/file-name.ts';
import { attempts } from '../../schema/payments.ts';
import type { AttemptProcessor } from '../../schema/posting-checks.ts';
import { disputeEvidence, disputeFiles, disputes } from '../../schema/refunds.ts';

type EvidenceRow = typeof disputeEvidence.$inferSelect;
type Clock = Pick<Deps, 'clock'>;

function takesEvidence(processor: AttemptProcessor): boolean {
  return processor !== 'manual' && PROCESSOR_DESCRIPTIONS[processor].takesEvidence;
}

type Facts = { processor: AttemptProcessor; evidence: EvidenceRow | null };

function accepts({ clock }: Clock, dispute: DisputeRow, { processor, evidence }: Facts): boolean {
  const { state, awaitsEvidence, dueAt } = dispute;
  const isDue = dueAt === null || clock.now() < dueAt;
  const isFree = evidence === null || evidence.state === 'FAILED';
  return state === 'OPEN' && awaitsEvidence && isDue && isFree && takesEvidence(processor);
}

async function show(
  tx: Tx,
  deps: Clock,
  { companyId, rows }: { companyId: Actor['companyId']; rows: readonly DisputeRow[] },
): Promise<Dispute[]> {
  if (rows.length === 0) return [];
  const names = await namesOfCustomers(
    tx,
    companyId,
    rows.map(({ customerId }) => customerId),
  );
  const attemptIds = rows.map(({ attemptId }) => attemptId);
  const charged = await tx
    .select({ id: attempts.id, processor: attempts.processor })
    .from(attempts)
    .where(matching(attempts, { companyId, id: attemptIds }));
  const processors = new Map(charged.map(({ id, processor }) => [id, processor]));
  const ids = rows.map(({ id }) => id);
  const evidences = await tx
    .select()
    .from(disputeEvidence)
    .where(and(matching(disputeEvidence, { companyId }), inArray(disputeEvidence.disputeId, ids)));
  const byDispute = new Map(evidences.map((row) => [row.disputeId, row]));
  return rows.map((row) => {
    const processor = processors.get(row.attemptId);
    invariant(processor, 'a dispute has its payment');
    const evidence = byDispute.get(row.id) ?? null;
    return {
      id: row.id,
      paymentId: row.attemptId,
      customerId: row.customerId,
      customerName: names.get(row.customerId) ?? '',
      processor,
      processorReference: row.processorReference,
      state: row.state,
      amount: row.amountCents,
      code: row.code,
      dueAt: row.dueAt,
      acceptsEvidence: accepts(deps, row, { processor, evidence }),
      evidence: evidence && {
        state: evidence.state,
        failureReason: evidence.failureReason,
        requestedAt: evidence.createdAt,
        submittedAt: evidence.submittedAt,
      },
      createdAt: row.createdAt,
      closedAt: row.closedAt,
    };
  });
}

export async function listDisputes(
  tx: Tx,
  deps: Clock,
  { actor: { companyId }, query }: { actor: Actor; query: DisputeQuery },
) {
  const { state, customerId, paymentId: attemptId, ...asked } = query;
  const page = pageFrom(asked);
  const isWanted = and(
    matching(disputes, {
      companyId,
      ...(state ? { state } : {}),
      ...(customerId ? { customerId } : {}),
      ...(attemptId ? { attemptId } : {}),
    }),
    isCreatedIn(disputes, asked),
    isAfterCursor(disputes, page.after),
  );
  const rows = await readPage(tx, disputes, { isWanted, limit: page.limit });
  return toPage(rows, page, (shown) => show(tx, deps, { companyId, rows: shown }));
}

type DisputeCall = { actor: Actor; disputeId: string };

export async function getDispute(
  tx: Tx,
  deps: Clock,
  { actor: { companyId }, disputeId }: DisputeCall,
): Promise<DisputeDetail> {
  const row = await findRow(tx, disputes, { companyId, id: disputeId });
  if (!row) throw new AppError('NOT_FOUND');
  const [dispute] = await show(tx, deps, { companyId, rows: [row] });
  invariant(dispute, 'a row is shown');
  const { kind, name, size } = disputeFiles;
  const files = await tx
    .select({ kind, name, size })
    .from(disputeFiles)
    .where(matching(disputeFiles, { companyId, disputeId }))
    .orderBy(kind);
  return { ...dispute, files };
}

/** Locks the dispute, so that evidence and its files do not change at the same time. */
async function lockOpen(
  tx: Tx,
  deps: Clock,
  { actor: { companyId }, disputeId }: DisputeCall,
): Promise<DisputeRow> {
  const dispute = await lockRow(tx, disputes, { companyId, id: disputeId });
  if (!dispute) throw new AppError('NOT_FOUND');
  const attempt = await findRow(tx, attempts, { companyId, id: dispute.attemptId });
  invariant(attempt, 'a dispute has its payment');
  const evidence = await findRow(tx, disputeEvidence, { companyId, disputeId });
  if (!accepts(deps, dispute, { processor: attempt.processor, evidence })) {
    throw new AppError('EVIDENCE_NOT_ACCEPTED');
  }
  return dispute;
}

const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

const toSubject = ({ disputeId }: DisputeCall) => `dispute:${disputeId}`;

type FileCall = DisputeCall & { fileKind: EvidenceFileKind };

export async function putEvidenceFile(
  tx: Tx,
  deps: ProviderDeps,
  call: FileCall & { name: string; content: Uint8Array },
): Promise<DisputeDetail> {
  const { actor, disputeId, fileKind: kind, content } = call;
  const { companyId } = actor;
  const type = toFileType(content, FILE_TYPES);
  const { customerId } = await lockOpen(tx, deps, call);
  const size = content.length;
  const others = await tx
    .select({ kind: disputeFiles.kind, size: disputeFiles.size })
    .from(disputeFiles)
    .where(matching(disputeFiles, { companyId, disputeId }));
  const total = others.reduce((sum, file) => (file.kind === kind ? sum : sum + file.size), size);
  if (total > EVIDENCE_BYTES_MAX) throw new AppError('EVIDENCE_TOO_LARGE');
  const file = {
    customerId,
    id: deps.entropy.uuid(),
    name: safeFileName(call.name, 'evidence'),
    type,
    size,
    content: Buffer.from(content),
    processorReference: null,
    createdAt: deps.clock.now(),
  };
  await tx
    .insert(disputeFiles)
    .values({ companyId, disputeId, kind, ...file })
    .onConflictDoUpdate({
      target: [disputeFiles.companyId, disputeFiles.disputeId, disputeFiles.kind],
      set: file,
    });
  const detail = { kind, size };
  const subject = toSubject(call);
  await recordAction(tx, deps, { actor, action: 'dispute.file_added', subject, detail });
  return getDispute(tx, deps, call);
}

export async function deleteEvidenceFile(
  tx: Tx,
  deps: ProviderDeps,
  call: FileCall,
): Promise<DisputeDetail> {
  const { actor, disputeId, fileKind: kind } = call;
  await lockOpen(tx, deps, call);
  const { companyId } = actor;
  await tx.delete(disputeFiles).where(matching(disputeFiles, { companyId, disputeId, kind }));
  const subject = toSubject(call);
  await recordAction(tx, deps, {
    actor,
    action: 'dispute.file_removed',
    subject,
    detail: { kind },
  });
  return getDispute(tx, deps, call);
}

/** The sweep sends it within a minute. */
export async function submitEvidence(
  tx: Tx,
  deps: ProviderDeps,
  call: DisputeCall & { texts: EvidenceTexts },
): Promise<DisputeDetail> {
  const { actor, disputeId, texts } = call;
  const { companyId } = actor;
  const { customerId } = await lockOpen(tx, deps, call);
  const at = deps.clock.now();
  const evidence = {
    customerId,
    reference: deps.entropy.uuid(),
    texts,
    state: 'REQUESTED' as const,
    failureReason: null,
    tries: 0,
    nextTryAt: at,
    leasedBy: null,
    createdAt: at,
    submittedAt: null,
  };
  await tx
    .insert(disputeEvidence)
    .values({ companyId, disputeId, ...evidence })
    .onConflictDoUpdate({
      target: [disputeEvidence.companyId, disputeEvidence.disputeId],
      set: evidence,
    });
  await recordAction(tx, deps, {
    actor,
    action: 'dispute.evidence_requested',
    subject: toSubject(call),
  });
  return getDispute(tx, deps, call);
}
