/**
 * A call of a company's own system: one transaction in the company's scope. With an Idempotency-Key it is executed
 * once: its answer is stored, sealed, in the same transaction, and repeated for the same key. A call that fails stores
 * nothing and can be tried again.
 */
import { createHash } from 'node:crypto';
import type { ErrorCode } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { z } from 'zod';
import { requireLiveCompany } from '../../companies/require-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import { type Scope, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { claimCall, findCall, storeAnswer } from '../../platform/http/calls.ts';
import { sealContext } from '../../platform/sealing/seal.ts';

export type PerformedCall = {
  actor: Actor;
  isRead: boolean;
  isErasure?: boolean;
  /** Null when the caller sent none. */
  key: string | null;
  /** What is asked for: the route, its parameters and its body. */
  content: readonly unknown[];
  status: number;
  work(tx: Tx): Promise<unknown>;
};

const hashOf = (content: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');

const jsonSchema = z.json();
const objectSchema = z.object({ id: z.uuid() });

async function executeOnce(
  tx: Tx,
  { clock, sealer }: Deps,
  { actor, content, status, work, key }: PerformedCall & { key: string },
): Promise<unknown> {
  const id = { companyId: actor.companyId, key };
  const requestHash = hashOf(content);
  const context = sealContext.providerCall(id);
  if (await claimCall(tx, { ...id, requestHash, createdAt: clock.now() })) {
    const answer = await work(tx);
    const answerSealed = sealer.seal(JSON.stringify(answer), context);
    const objectId = objectSchema.safeParse(answer).data?.id ?? null;
    await storeAnswer(tx, id, { status, answerSealed, objectId });
    return answer;
  }
  const earlier = await findCall(tx, id);
  invariant(earlier?.answerSealed, 'a key that is taken has the answer of its call');
  if (earlier.requestHash !== requestHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return jsonSchema.parse(JSON.parse(sealer.open(earlier.answerSealed, context)));
}

/** The unique indexes are the guard against two callers that use a reference at the same moment. */
const USED_REFERENCES: Readonly<Record<string, ErrorCode>> = {
  customer_ref_is_unique_in_company: 'COSTUMER_REF_ALREADY_USED',
  account_ref_is_unique_in_company: 'ACCOUNT_REF_ALREADY_USED',
  project_ref_is_unique_in_company: 'PROJECT_REF_ALREADY_USED',
  contract_ref_is_unique_in_company: 'CONTRACT_REF_ALREADY_USED',
  customer_external_ref_is_unique_in_company: 'EXTERNAL_REF_ALREADY_USED',
  invoice_external_ref_is_unique_in_company: 'EXTERNAL_REF_ALREADY_USED',
  one_attempt_per_processor_charge: 'PROCESSOR_REFERENCE_ALREADY_USED',
};

function asUsedReference(error: unknown): unknown {
  const code = USED_REFERENCES[violatedConstraint(error) ?? ''];
  return code ? new AppError(code) : error;
}

export async function performCall(deps: Deps, call: PerformedCall): Promise<unknown> {
  const { actor, isRead, isErasure, key } = call;
  const { companyId } = actor;
  const scope: Scope = { companyId, asProvider: true, ...(isErasure ? { isErasure } : {}) };
  if (isRead) return deps.database.inCompany({ ...scope, isPlannedAnew: true }, call.work);
  const work = async (tx: Tx) => {
    // A demo company is only looked at (R51).
    await requireLiveCompany(tx, companyId);
    return call.work(tx);
  };
  try {
    return await deps.database.inCompany(scope, (tx) =>
      key === null ? work(tx) : executeOnce(tx, deps, { ...call, key, work }),
    );
  } catch (error) {
    throw asUsedReference(error);
  }
}
