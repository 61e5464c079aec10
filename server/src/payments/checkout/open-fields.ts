/** Opens a session for the processor's secure fields. The session's secret token stays on the server. */
import type { RequestId } from '@quittance/contract/ids';
import type { FieldSessionAnswer } from '@quittance/contract/methods/portal-schemas';
import { findProcessor } from '../../companies/processor-for-company.ts';
import { findRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { type CustomerPrincipal, mayPay, type Principal } from '../../kernel/principal.ts';
import { insertFieldSession } from '../../methods/new-method-token.ts';
import { sealContext } from '../../platform/sealing/seal.ts';
import type { FieldSession } from '../../processors/processor.ts';

/** Without a request, the fields only add a method for a signed-in customer. */
type FieldRequest =
  | { principal: Principal; requestId: RequestId }
  | { principal: CustomerPrincipal; requestId: null };

/** Checked before the processor is called, because its response contains a live token. */
export async function requireOwnRequest(
  { database }: Pick<Deps, 'database'>,
  { principal, requestId }: { principal: Principal; requestId: RequestId },
): Promise<void> {
  const { companyId, customerId } = principal;
  const request = await database.inCompany({ companyId, customerId }, (tx) =>
    findRequest(tx, { companyId, requestId }),
  );
  const isOwn = request?.customerId === customerId && mayPay(principal, requestId);
  if (!isOwn) throw new AppError('REQUEST_NOT_FOUND');
}

async function openAtProcessor(deps: Deps, { companyId }: Principal): Promise<FieldSession> {
  const processor = await findProcessor(deps, companyId);
  if (!processor?.fields) throw new AppError('NOT_FOUND');
  try {
    return await processor.fields.open();
  } catch (error) {
    deps.log.warn(
      { event: 'fields.session_failed', processor: processor.name, err: error },
      'a field session could not be opened',
    );
    throw new AppError('PROCESSOR_UNAVAILABLE');
  }
}

async function storeSecret(
  deps: Deps,
  { principal, requestId }: FieldRequest,
  opened: FieldSession,
) {
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

export async function openFields(deps: Deps, request: FieldRequest): Promise<FieldSessionAnswer> {
  const { principal, requestId } = request;
  if (requestId) await requireOwnRequest(deps, { principal, requestId });
  const opened = await openAtProcessor(deps, principal);
  const id = await storeSecret(deps, request, opened);
  const { public: data, expiresAt } = opened;
  return { success: true, session: { id, data, expiresAt } };
}
