/**
 * A call from a company's own system runs in one transaction in the company's scope. With an Idempotency-Key it is
 * executed once: its response is stored, sealed, in the same transaction and repeated for the same key. A call that
 * fails stores nothing and can be retried.
 */
import type { ErrorCode } from '@quittance/contract/errors';
import { invariant } from '@quittance/domain/invariant';
import { z } from 'zod';
import { requireLiveCompany } from '../../companies/require-company.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Actor } from '../../platform/audit/recorded-action.ts';
import { type Scope, type Tx, violatedConstraint } from '../../platform/database/database.ts';
import { findOwner, isAnyErasedSince, isErasedSince } from '../../platform/http/find-owner.ts';
import {
  claimCall,
  findCall,
  hashContent,
  requireSameContent,
  storeAnswer,
} from '../../platform/http/idempotency.ts';
import { sealContext } from '../../platform/sealing/seal.ts';

/**
 * `outside` calls a processor before the call's transaction begins and returns the work to do inside the
 * transaction. Skipped for an idempotency key that was already used.
 */
export type PerformedCall = {
  actor: Actor;
  isRead: boolean;
  isErasure?: boolean;
  /** The response has rows of a file, which may be of any customer. */
  isOfMany?: boolean;
  key: string | null;
  content: readonly unknown[];
  status: number;
  precondition?: ((tx: Tx, actor: Actor) => Promise<void>) | null;
} & ({ work: Work } | { outside(): Promise<Work> });

type Work = (tx: Tx) => Promise<unknown>;

const jsonSchema = z.json();
const objectSchema = z.object({ id: z.uuid() });

type Keyed = Pick<PerformedCall, 'actor' | 'content' | 'status' | 'isOfMany'> & { key: string };

/**
 * Returns the stored response of an earlier call with the same key. Refuses a key that is reused with different
 * content.
 */
async function findAnswer(tx: Tx, { sealer }: Deps, { actor, content, key }: Keyed) {
  const id = { companyId: actor.companyId, key };
  const earlier = await findCall(tx, id);
  if (!earlier) return null;
  requireSameContent(earlier, hashContent(content));
  if (earlier.answerSealed === null) throw new AppError('CUSTOMER_ERASED');
  const text = sealer.open(earlier.answerSealed, sealContext.providerCall(id));
  return { answer: jsonSchema.parse(JSON.parse(text)) };
}

async function executeOnce(tx: Tx, deps: Deps, call: Keyed & { work: Work }): Promise<unknown> {
  const { actor, content, status, isOfMany = false, work, key } = call;
  const { clock, sealer } = deps;
  const id = { companyId: actor.companyId, key };
  const createdAt = clock.now();
  if (await claimCall(tx, { ...id, requestHash: hashContent(content), createdAt })) {
    const answer = await work(tx);
    const sealed = sealer.seal(JSON.stringify(answer), sealContext.providerCall(id));
    const objectId = objectSchema.safeParse(answer).data?.id ?? null;
    const customerId = isOfMany ? null : await findOwner(tx, id.companyId, { content, answer });
    const owner = customerId && { companyId: id.companyId, customerId };
    const isOvertaken = owner
      ? await isErasedSince(tx, owner, createdAt)
      : isOfMany && (await isAnyErasedSince(tx, id.companyId, createdAt));
    const answerSealed = isOvertaken ? null : sealed;
    await storeAnswer(tx, id, { status, answerSealed, objectId, customerId, isOfMany });
    return answer;
  }
  const found = await findAnswer(tx, deps, call);
  invariant(found, 'a key that is taken has its call');
  return found.answer;
}

/** Unique indexes catch two callers using the same reference at the same moment. */
const USED_REFERENCES: Readonly<Record<string, ErrorCode>> = {
  customer_ref_is_unique_in_company: 'COSTUMER_REF_ALREADY_USED',
  account_ref_is_unique_in_company: 'ACCOUNT_REF_ALREADY_USED',
  project_ref_is_unique_in_company: 'PROJECT_REF_ALREADY_USED',
  contract_ref_is_unique_in_company: 'CONTRACT_REF_ALREADY_USED',
  customer_external_ref_is_unique_in_company: 'EXTERNAL_REF_ALREADY_USED',
  invoice_external_ref_is_unique_in_company: 'EXTERNAL_REF_ALREADY_USED',
  manual_reference_is_used_once: 'PAYMENT_REFERENCE_ALREADY_USED',
  one_attempt_per_processor_charge: 'PROCESSOR_REFERENCE_ALREADY_USED',
};

function asUsedReference(error: unknown): unknown {
  const code = USED_REFERENCES[violatedConstraint(error) ?? ''];
  return code ? new AppError(code) : error;
}

export async function performCall(deps: Deps, call: PerformedCall): Promise<unknown> {
  const { actor, isRead, isErasure, isOfMany = false, key, content, status, precondition } = call;
  const { companyId } = actor;
  const scope: Scope = { companyId, asProvider: true, ...(isErasure ? { isErasure } : {}) };
  const keyed = key === null ? null : { actor, content, status, isOfMany, key };
  if (keyed && 'outside' in call) {
    const found = await deps.database.inCompany(scope, (tx) => findAnswer(tx, deps, keyed));
    if (found) return found.answer;
  }
  const rest = 'outside' in call ? await call.outside() : call.work;
  if (isRead) return deps.database.inCompany({ ...scope, isPlannedAnew: true }, rest);
  const work = async (tx: Tx) => {
    // A demo company is read-only (R51).
    await requireLiveCompany(tx, companyId);
    await precondition?.(tx, actor);
    return rest(tx);
  };
  try {
    return await deps.database.inCompany(scope, (tx) =>
      keyed ? executeOnce(tx, deps, { ...keyed, work }) : work(tx),
    );
  } catch (error) {
    throw asUsedReference(error);
  }
}
