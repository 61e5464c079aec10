/** The text of the button that pays (product §9). It formats; the amounts come from the caller. */
import { formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import type { PopupPurpose } from '@quittance/contract/vocabulary';
import { assertNever, invariant } from '../invariant.ts';

export type ButtonQuestion = {
  purpose: PopupPurpose;
  /** With the fee. */
  amountCents: Cents;
  /** The first instalment's cost; a plan has one, everything else has none. */
  firstInstallmentCents: Cents | null;
};

export function buttonText({
  purpose,
  amountCents,
  firstInstallmentCents,
}: ButtonQuestion): string {
  switch (purpose) {
    case 'FULL_AMOUNT':
      return `Confirm and Pay ${formatMoney(amountCents)}`;
    case 'EXTENSION':
      return `Confirm scheduled payment ${formatMoney(amountCents)}`;
    case 'PLAN':
      invariant(firstInstallmentCents !== null, 'a plan has a first instalment');
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
