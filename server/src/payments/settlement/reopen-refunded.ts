/** The company wants the refunded part of a paid invoice paid again (R39). */
import { addCents, type Cents, subtractCents } from '@quittance/contract/money';
import { isPaid } from '@quittance/domain/status/invoice-status';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { lockInvoice, updateInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { InvoiceKey } from '../../storage/keys.ts';
import { appendAudit } from '../../storage/ops/audit.ts';
import { reopenPartRefunds } from '../../storage/payments/attempt-parts.ts';
import { listSettledRefunds, updateRefund } from '../../storage/payments/refunds.ts';
import { recordEvent } from '../../storage/provider/record-event.ts';
import { appendBillingChanges } from '../../storage/statement/billing-changes.ts';
import { reopenedStatus } from './invoice-status-after.ts';

/** Returns what is owed again. Only a paid invoice reopens, by what was refunded on it and is not owed yet. */
export async function reopenRefunded(
  tx: Tx,
  deps: Deps,
  { actor, ...key }: InvoiceKey & { actor: string },
): Promise<Cents> {
  const invoice = await lockInvoice(tx, key);
  if (!invoice) throw new AppError('ACCOUNT_NOT_FOUND');
  const refunds = await listSettledRefunds(tx, key);
  const ofParts = await reopenPartRefunds(tx, key);
  const owedCents = addCents(...refunds.map(({ principalCents }) => principalCents), ...ofParts);
  if (!isPaid(invoice.status) || owedCents === 0) throw new AppError('ACCOUNT_NOT_PAYABLE');
  for (const refund of refunds) await updateRefund(tx, refund, { isOwedAgain: true });
  const paidCents = subtractCents(invoice.paidCents, owedCents);
  const owing = await updateInvoice(tx, key, { paidCents, writtenOffAt: null });
  await updateInvoice(tx, key, await reopenedStatus(tx, deps, owing));
  const at = deps.clock.now();
  const { companyId } = key;
  const { customerId } = invoice;
  const id = deps.entropy.uuid();
  const owed = { ...{ companyId, customerId, invoiceId: key.invoiceId }, amountCents: owedCents };
  appendBillingChanges(tx, [{ ...owed, id, kind: 'REOPENED', at }]);
  recordEvent(tx, { companyId, type: 'invoice.reopened', objectId: key.invoiceId, at });
  await appendAudit(tx, {
    companyId,
    actor,
    action: 'invoice.reopened',
    subject: `invoice:${key.invoiceId}`,
    detail: { owedCents },
    at,
  });
  return owedCents;
}
