/** Sends the receipt (R28), once per payment, in the transaction that records the success. */

import { addCents } from '@quittance/contract/money';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { invariant } from '@quittance/domain/invariant';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { findCompany } from '../../companies/store.ts';
import { notify } from '../../customers/mail/notify.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Attempt } from '../../ledger/attempts.ts';
import { toReceiptNumber } from '../../ledger/receipt-number.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { InvoiceRow } from '../../schema/invoices.ts';
import { invoiceNames } from '../core/invoice-names.ts';

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
      // The customer may have turned off receipts for charges that they did not submit (R64).
      isAutomatic: attempt.initiator === 'CIT' ? 0 : 1,
      receiptNumber: toReceiptNumber(attempt.id),
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
