/** Tells the customer what was received (R28), once per payment, in the transaction that records it. */
import { addCents } from '@quittance/contract/money';
import { invariant } from '@quittance/domain/invariant';
import { paidWith } from '../accounts/paid-with.ts';
import { receiptNumberOf } from '../accounts/receipt-of.ts';
import type { Deps } from '../deps.ts';
import { notify } from '../mail/notify.ts';
import type { Attempt } from '../storage/attempts.ts';
import { findCompany } from '../storage/companies.ts';
import type { Tx } from '../storage/database.ts';
import { lockInvoice } from '../storage/invoices.ts';

export async function sendReceipt(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<void> {
  const { companyId, customerId, invoiceId, amountCents, feeCents } = attempt;
  const company = await findCompany(tx, companyId);
  invariant(company, 'an attempt has its company');
  const invoice = invoiceId ? await lockInvoice(tx, { companyId, invoiceId }) : null;
  await notify(tx, {
    companyId,
    customerId,
    template: 'receipt',
    data: {
      paymentId: attempt.id,
      receiptNumber: receiptNumberOf(attempt.id),
      invoiceRef: invoice?.accountRef ?? null,
      productName: invoice?.productName ?? null,
      amountCents,
      feeCents,
      totalCents: addCents(amountCents, feeCents),
      date: clock.today(company.timeZone),
      method: paidWith(attempt),
    },
    at: clock.now(),
  });
}
