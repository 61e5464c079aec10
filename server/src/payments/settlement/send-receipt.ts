/** Sends the receipt (R28), once per payment, in the transaction that records the success. */
import { addCents } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import { receiptNumberOf } from '../../receipts/receipt-number.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import { findInvoice } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { together } from '../../storage/transaction.ts';

export async function sendReceipt(tx: Tx, { clock }: Deps, attempt: Attempt): Promise<void> {
  const { companyId, customerId, invoiceId, amountCents, feeCents } = attempt;
  const [company, invoice] = await together([
    findCompany(tx, companyId),
    invoiceId ? findInvoice(tx, { companyId, invoiceId }) : null,
  ]);
  invariant(company, 'an attempt has its company');
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
      method: methodLabel({
        kind: attempt.method,
        brand: attempt.methodBrand,
        last4: attempt.methodLast4,
      }),
    },
    at: clock.now(),
  });
}
