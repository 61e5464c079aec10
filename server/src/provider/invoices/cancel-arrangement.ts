/** A company cancels a plan or a scheduled payment on behalf of its customer. */
import type { InvoiceId } from '@quittance/contract/ids';
import type { ProviderInvoice } from '@quittance/contract/provider/invoices';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { cancelPlanIn } from '../../payments/checkout/cancel-plan.ts';
import { cancelScheduledIn } from '../../payments/checkout/cancel-scheduled.ts';
import { findInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import { type Actor, recordDeed } from '../actor.ts';
import { getInvoice } from './change-invoice.ts';

const CANCEL = { plan: cancelPlanIn, schedule: cancelScheduledIn } as const;

type Canceled = {
  actor: Actor;
  invoiceId: InvoiceId;
  reason: string;
  kind: keyof typeof CANCEL;
};

export async function cancelArrangement(
  tx: Tx,
  deps: Deps,
  { actor, invoiceId, reason, kind }: Canceled,
): Promise<ProviderInvoice> {
  const { companyId, name } = actor;
  const key = { companyId, invoiceId };
  const invoice = await findInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const { customerId, internalRef } = invoice;
  const whose = { companyId, customerId, internalRef };
  await CANCEL[kind](tx, deps, { ...whose, actor: name, isByCompany: true });
  const subject = `invoice:${invoiceId}`;
  const deed = { action: `${kind}.canceled_by_company`, subject, detail: { reason } };
  await recordDeed(tx, deps, { actor, ...deed });
  return getInvoice(tx, key);
}
