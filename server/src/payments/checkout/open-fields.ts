/** Opens the processor's own session for its fields; what could charge never leaves the server. */
import type { RequestId } from '@quittance/contract/ids';
import type { FieldSessionAnswer } from '@quittance/contract/payments';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type CustomerPrincipal, mayPay, type Principal } from '../../principal.ts';
import type { FieldSession } from '../../processors/processor.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { insertFieldSession } from '../../storage/methods/field-sessions.ts';
import { sealContext } from '../../storage/seal.ts';
import { processorOf } from '../core/processor-for-company.ts';

/** Without a request: fields that only add a method to a signed-in customer's own. */
type Asked =
  | { principal: Principal; requestId: RequestId }
  | { principal: CustomerPrincipal; requestId: null };

async function openAtProcessor(deps: Deps, { companyId }: Principal): Promise<FieldSession> {
  const company = await deps.database.inCompany({ companyId }, (tx) => findCompany(tx, companyId));
  invariant(company, 'a principal belongs to a company');
  const processor = await processorOf(deps, company);
  if (!processor?.fields) throw new AppError('NOT_FOUND');
  try {
    return await processor.fields.open();
  } catch (error) {
    deps.log.warn({ processor: processor.name, err: error }, 'no session for the fields');
    throw new AppError('PROCESSOR_UNAVAILABLE');
  }
}

async function keepSecret(deps: Deps, { principal, requestId }: Asked, opened: FieldSession) {
  if (!opened.secretToken) return null;
  const { companyId, customerId } = principal;
  const id = deps.entropy.uuid();
  const place = sealContext.fieldSession({ companyId, sessionId: id });
  await deps.database.inCompany({ companyId, customerId }, (tx) =>
    insertFieldSession(tx, {
      companyId,
      id,
      requestId,
      customerId,
      tokenSealed: deps.sealer.seal(opened.secretToken?.reveal() ?? '', place),
      createdAt: deps.clock.now(),
      expiresAt: opened.expiresAt,
    }),
  );
  return id;
}

export async function openFields(deps: Deps, asked: Asked): Promise<FieldSessionAnswer> {
  const { principal, requestId } = asked;
  if (requestId && !mayPay(principal, requestId)) throw new AppError('REQUEST_NOT_FOUND');
  const opened = await openAtProcessor(deps, principal);
  const id = await keepSecret(deps, asked, opened);
  const { public: data, expiresAt } = opened;
  return { success: true, session: { id, data, expiresAt } };
}
