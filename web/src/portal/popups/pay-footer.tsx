// The footer of the PAY popup: amounts, and the button that shows the form or pays.

import { formatMoney } from '@quittance/contract/format';
import { buttonText } from '@quittance/domain/checkout/button-text';
import { ownAmountTexts } from '#texts/payment/own-amount';
import { ownCreditTexts } from '#texts/payment/own-credit';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { payableTexts } from '#texts/payment/payable';
import { checkoutTexts } from '#texts/shared/checkout';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { AuthorizationReminder } from '../payments/pay/authorization.tsx';
import type { ChargeSchedule, ChargeTerms } from '../payments/pay/charge-terms.ts';
import { toFeeAmounts } from '../payments/pay/fee-summary.tsx';
import { isSubmitDisabled } from '../payments/pay/form-rules.ts';
import { SubmitButton } from '../payments/pay/submit-button.tsx';
import type { Arrangement } from '../payments/pay/use-arrangement.ts';
import type { MethodChoice } from '../payments/pay/use-method-choice.ts';
import type { OwnAmount } from '../payments/pay/use-own-amount.ts';
import type { OwnCredit } from '../payments/pay/use-own-credit.ts';
import type { usePayment } from '../payments/pay/use-payment.ts';
import type { PaymentForm } from '../payments/pay/use-payment-form.ts';
import type { PayContext } from '../store/selectors.ts';

export type PayParts = {
  context: PayContext;
  arrangement: Arrangement;
  choice: MethodChoice;
  form: PaymentForm;
  terms: ChargeTerms;
  payment: ReturnType<typeof usePayment>;
  own: OwnAmount;
  credit: OwnCredit;
};

const isNow = ({ option }: Arrangement) => option === 'PAY_IN_FULL';

function toTotalLabel(schedule: ChargeSchedule): string {
  if (schedule.purpose === 'PLAN') return payPopupTexts.totalOver(schedule.installments.length);
  const day = schedule.purpose === 'EXTENSION' && schedule.date;
  return day ? payPopupTexts.totalOn(formatDayLabel(day)) : payPopupTexts.total;
}

/** The props of the dialog around the button: amounts, a note about the authorization, and the button itself. */
export function payFooter(parts: PayParts) {
  const { context, arrangement, choice, terms, payment } = parts;
  const { schedule, quote } = terms;
  const hasMandate = payment.mandateText !== null && !coversAll(parts.credit);
  const isWaiting = !isNow(arrangement) && !payment.isAgreed;
  return {
    amounts: toFeeAmounts({
      quote,
      terms: context.payable.fees[choice.kind],
      balanceLabel:
        schedule.purpose === 'OWN_AMOUNT'
          ? ownAmountTexts.balance
          : payableTexts.balance[context.payable.kind],
      totalLabel: toTotalLabel(schedule),
    }),
    note: hasMandate && arrangement.isConfirmed && (
      <AuthorizationReminder button={toButtonText(terms)} isWaiting={isWaiting} />
    ),
    footer: arrangement.isConfirmed ? (
      <Submit {...parts} />
    ) : (
      <Button size="large" isWide disabled={!arrangement.canConfirm} onClick={arrangement.confirm}>
        {payPopupTexts.specifyMethod}
      </Button>
    ),
  };
}

export const coversAll = ({ usedCents, restCents }: OwnCredit): boolean =>
  usedCents > 0 && restCents === 0;

function toButtonText({ schedule, quote }: ChargeTerms): string {
  const first = schedule.purpose === 'PLAN' ? schedule.installments[0] : undefined;
  return buttonText(
    {
      purpose: first || schedule.purpose !== 'PLAN' ? schedule.purpose : 'ADD_PM',
      amountCents: quote.totalCents,
      firstInstallmentCents: first?.costCents ?? null,
    },
    checkoutTexts,
  );
}

function Submit({ arrangement, choice, form, terms, payment, own, credit }: PayParts) {
  if (coversAll(credit)) {
    return (
      <SubmitButton
        text={ownCreditTexts.pay(formatMoney(credit.usedCents))}
        isDisabled={false}
        isLoading={credit.isPaying}
        onPress={credit.pay}
      />
    );
  }
  const isAgreed = isNow(arrangement) || payment.isAgreed;
  const isFilledIn = choice.chosen !== null || !isSubmitDisabled(form.validity);
  // If the amount field is open, it must contain a valid amount.
  const isPriced = own.typed === null || own.restCents !== null || !isNow(arrangement);
  return (
    <SubmitButton
      text={toButtonText(terms)}
      isDisabled={payment.isWalletOpen || !isFilledIn || !isAgreed || !isPriced}
      isLoading={payment.isSubmitting || (!choice.chosen && form.phase === 'loading')}
      onPress={payment.submit}
    />
  );
}
