/** The text of the pay button (product §9). */
import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import type { PopupPurpose } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';
import type { CheckoutTexts } from '../texts/en/checkout.ts';

export type ButtonQuestion = {
  purpose: PopupPurpose;
  amountCents: Cents;
  /** The cost of the first installment; null unless a plan is chosen. */
  firstInstallmentCents: Cents | null;
};

export function buttonText(
  { purpose, amountCents, firstInstallmentCents }: ButtonQuestion,
  { button }: CheckoutTexts,
): string {
  switch (purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'INVOICES':
      return button.full(formatMoney(amountCents));
    case 'EXTENSION':
      return button.extension(formatMoney(amountCents));
    case 'PLAN':
      invariant(firstInstallmentCents !== null, 'a plan has a first installment');
      return button.plan(formatMoney(firstInstallmentCents));
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'ADD_PM':
    case 'CHANGE_PM':
      return button.other;
    default:
      return assertNever(purpose);
  }
}
