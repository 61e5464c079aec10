/**
 * Consequences of a return for the method and its mandate. Depending on the ACH code (R15), a bad account is
 * disabled and an unauthorized debit revokes the mandate. After a lost dispute (R40), the payer may still pay with
 * the card, but it is no longer charged off-session. Each of these suspends the dependent arrangements and switches
 * off auto-pay.
 */
import type { AttemptId, MandateId, MethodId } from '@quittance/contract/ids';
import { RETURN_CONSEQUENCES, toReturnClass } from '@quittance/domain/dunning/return-codes';
import { findAutoPay } from '../../arrangements/auto-pay.ts';
import { disableMethod } from '../../arrangements/locked-arrangement.ts';
import { suspendPlan, suspendSchedule } from '../../arrangements/suspend-arrangement.ts';
import type { TextKey } from '../../customers/mail/en/keyed-texts.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { hasLostDispute } from '../../ledger/disputes.ts';
import { type Foundation, findPlansOn, findSchedulesOn } from '../../methods/dependant-rows.ts';
import { revokeMandate } from '../../methods/mandates.ts';
import { appendAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OwnMethod } from '../../platform/database/keys.ts';
import { stopAutoPay } from './stop-auto-pay.ts';

const REASONS = {
  method: 'noDebits',
  dispute: 'cardDisputed',
  mandate: 'notAuthorizedDebit',
  revoked: 'debitsRevoked',
} as const satisfies Record<string, TextKey>;

type OnMethod = { attempt: Attempt; methodId: MethodId };
type StopCommand = OwnMethod & { reason: TextKey; action: string; detail: AuditDetail };
type UnderMandate = { attempt: Attempt; mandateId: MandateId };

type AuditDetail = { attemptId?: AttemptId; code?: string | null };

const toCause = ({ id: attemptId, responseCode: code }: Attempt): AuditDetail => ({
  attemptId,
  code,
});

async function suspendAll(
  tx: Tx,
  deps: Deps,
  { foundation, reason }: { foundation: Foundation; reason: TextKey },
): Promise<void> {
  for (const schedule of await findSchedulesOn(tx, foundation)) {
    await suspendSchedule(tx, deps, { ...schedule, reason });
  }
  for (const plan of await findPlansOn(tx, foundation)) {
    await suspendPlan(tx, deps, { ...plan, reason });
  }
}

async function stopOffSession(tx: Tx, deps: Deps, stopped: StopCommand): Promise<void> {
  const { companyId, customerId, methodId, reason, action, detail } = stopped;
  await suspendAll(tx, deps, { foundation: { companyId, customerId, methodId }, reason });
  const setting = await findAutoPay(tx, { companyId, customerId });
  if (setting?.autoPayMethodId === methodId) {
    await stopAutoPay(tx, deps, { companyId, customerId, reason });
  }
  const subject = `method:${methodId}`;
  const at = deps.clock.now();
  await appendAudit(tx, { companyId, actor: 'system', action, subject, detail, at });
}

async function disable(tx: Tx, deps: Deps, { attempt, methodId }: OnMethod): Promise<void> {
  const { companyId, customerId } = attempt;
  const method = { companyId, customerId, methodId };
  await disableMethod(tx, method);
  const [reason, detail] = [REASONS.method, toCause(attempt)];
  await stopOffSession(tx, deps, { ...method, reason, action: 'method.disabled', detail });
}

/** The processor reports that the payer withdrew the authorization for debits. */
export async function disableRevoked(tx: Tx, deps: Deps, method: OwnMethod): Promise<void> {
  await disableMethod(tx, method);
  const action = 'method.disabled';
  await stopOffSession(tx, deps, { ...method, reason: REASONS.revoked, action, detail: {} });
}

async function revoke(tx: Tx, deps: Deps, { attempt, mandateId }: UnderMandate): Promise<void> {
  const { companyId, customerId, methodId } = attempt;
  await revokeMandate(tx, { companyId, mandateId }, deps.clock.now());
  const foundation = { companyId, mandateId };
  await suspendAll(tx, deps, { foundation, reason: REASONS.mandate });
  const setting = await findAutoPay(tx, { companyId, customerId });
  const isSame = setting?.autoPayMandateId === mandateId;
  if (isSame || (methodId && setting?.autoPayMethodId === methodId)) {
    await stopAutoPay(tx, deps, { companyId, customerId, reason: REASONS.mandate });
  }
  await appendAudit(tx, {
    companyId,
    actor: 'system',
    action: 'mandate.revoked',
    subject: `mandate:${mandateId}`,
    detail: toCause(attempt),
    at: deps.clock.now(),
  });
}

export async function applyReturnConsequences(
  tx: Tx,
  deps: Deps,
  { attempt, code }: { attempt: Attempt; code: string },
): Promise<void> {
  const { companyId, customerId, methodId, mandateId } = attempt;
  const consequence = RETURN_CONSEQUENCES[toReturnClass(code)];
  if (methodId && (await hasLostDispute(tx, { companyId, methodId }))) {
    const stopped = { companyId, customerId, methodId, reason: REASONS.dispute };
    const detail = toCause(attempt);
    await stopOffSession(tx, deps, { ...stopped, action: 'method.payer_only', detail });
  }
  if (methodId && consequence.isMethodDisabled) await disable(tx, deps, { attempt, methodId });
  if (consequence.isMandateRevoked && mandateId) await revoke(tx, deps, { attempt, mandateId });
}
