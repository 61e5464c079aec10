import { cents } from '@quittance/contract/money';
import { INVOICE_STATUSES } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { isPaid } from './invoice-status.ts';
import { type ShownInvoice, shownCents } from './shown-amount.ts';

const fee = { fee: cents(330), feePercentage: 300, feeFixed: cents(30) };

const PAYABLE: ShownInvoice['payable'] = {
  isPayable: true,
  isProcessing: false,
  amount: cents(10_000),
  options: ['PAY_IN_FULL'],
  kinds: ['card'],
  fees: { card: fee, ach: fee },
};

describe('The amount of an invoice page (product §2.31)', () => {
  it.each(INVOICE_STATUSES)(
    'an invoice with status %s shows the amount paid, or the remaining amount without the fee',
    (status) => {
      const invoice = { status, payable: PAYABLE, paidBalance: cents(12_300) };
      expect(shownCents(invoice)).toBe(isPaid(status) ? 12_300 : 10_000);
    },
  );
});
