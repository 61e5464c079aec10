/**
 * Starts the collection of device data for 3-D Secure before the submit (ADR 0043). No attempt exists yet and no
 * money moves. The method is chosen under the same rules as in the submit that follows.
 */
import type { RequestId } from '@quittance/contract/ids';
import type { DeviceDataAnswer, DeviceDataBody } from '@quittance/contract/payments/portal-schemas';
import { requireLiveCompany, requireProcessor } from '../../companies/require-company.ts';
import { findOwnInvoice, findRequest } from '../../invoices/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { ChargeSource } from '../../processors/processor.ts';
import { chooseSource } from '../charge/charge-source.ts';
import { requireOwnRequest } from './open-fields.ts';

type DeviceDataRequest = { principal: Principal; requestId: RequestId; body: DeviceDataBody };

function findSource(
  deps: Deps,
  { principal, requestId, body }: DeviceDataRequest,
): Promise<ChargeSource> {
  const { companyId, customerId } = principal;
  return deps.database.inCompany({ companyId, customerId }, async (tx) => {
    const request = await findRequest(tx, { companyId, requestId });
    if (!request) throw new AppError('REQUEST_NOT_FOUND');
    const company = await requireLiveCompany(tx, companyId);
    const { invoiceId } = request;
    const invoice = invoiceId ? await findOwnInvoice(tx, { ...request, invoiceId }) : null;
    const context = { request, invoice, company };
    const paymentInfo = { ...body, paymentType: 'card' } as const;
    const choice = { principal, context, paymentInfo, amountCents: null };
    const { source } = await chooseSource(tx, deps, choice);
    return source;
  });
}

export async function beginDeviceData(
  deps: Deps,
  asked: DeviceDataRequest,
): Promise<DeviceDataAnswer> {
  await requireOwnRequest(deps, asked);
  const { companyId } = asked.principal;
  const { fields } = await requireProcessor(deps, { companyId, shown: null });
  if (!fields?.beginDeviceData) return { success: true, collection: null };
  const collection = await fields.beginDeviceData(await findSource(deps, asked));
  return { success: true, collection };
}
