/** Sends the receipt (R28), once per payment, in the transaction that records the success. */

import { addCents } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import type { Deps } from '../../deps.ts';
import { notify } from '../../mail/notify.ts';
import { receiptNumberOf } from '../../receipts/receipt-number.ts';
import { findCompany } from '../../storage/billing/companies.ts';
import type { InvoiceRow } from '../../storage/billing/invoices.ts';
import type { Tx } from '../../storage/database.ts';
import type { Attempt } from '../../storage/payments/attempts.ts';
import { invoiceNames } from './invoice-names.ts';

/** `invoices` are what the attempt pays, if it pays any. */
export async function sendReceipt(
  tx: Tx,
  { clock }: Deps,
  { attempt, invoices }: { attempt: Attempt; invoices: readonly InvoiceRow[] },
): Promise<void> {
  const { companyId, customerId, amountCents, feeCents } = attempt;
  const company = await findCompany(tx, companyId);
  const invoice = invoices.length === 1 ? invoices[0] : null;
  invariant(company, 'an attempt has its company');
  await notify(tx, {
    companyId,
    customerId,
    template: 'receipt',
    data: {
      paymentId: attempt.id,
      // Of a charge that no payer submitted: the customer may have turned its receipts off (R64).
      isAutomatic: attempt.initiator === 'CIT' ? 0 : 1,
      receiptNumber: receiptNumberOf(attempt.id),
      ...invoiceNames(invoices),
      productName: invoice?.productName ?? null,
      amountCents,
      feeCents,
      totalCents: addCents(amountCents, feeCents),
      date: clock.today(company.timeZone),
      method: methodLabel(
        {
          kind: attempt.method,
          brand: attempt.methodBrand,
          last4: attempt.methodLast4,
        },
        checkoutTexts,
      ),
    },
    at: clock.now(),
  });
}
