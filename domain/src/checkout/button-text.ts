/** The text of the pay button (product §9). */
import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import type { PopupPurpose } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';

export type ButtonQuestion = {
  purpose: PopupPurpose;
  /** Including the fee. */
  amountCents: Cents;
  /** The first installment's cost; null except for a plan. */
  firstInstallmentCents: Cents | null;
};

export function buttonText({
  purpose,
  amountCents,
  firstInstallmentCents,
}: ButtonQuestion): string {
  switch (purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'INVOICES':
      return `Confirm and Pay ${formatMoney(amountCents)}`;
    case 'EXTENSION':
      return `Confirm scheduled payment ${formatMoney(amountCents)}`;
    case 'PLAN':
      invariant(firstInstallmentCents !== null, 'a plan has a first installment');
      return `Pay First payment ${formatMoney(firstInstallmentCents)}`;
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'ADD_PM':
    case 'CHANGE_PM':
      return 'Confirm payment';
    default:
      return assertNever(purpose);
  }
}
