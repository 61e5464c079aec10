// The foot of the PAY popup: the sums, and the button that either leads to the form or pays.

import { formatDayLabel } from '@quittance/contract/format';
import { payPopupTexts } from '#texts/pay-popup';
import { subjectTexts } from '#texts/subject';
import { AuthorizationReminder } from '../features/pay/authorization.tsx';
import { AutoChargeAgreement } from '../features/pay/consent.tsx';
import { FeeSummary } from '../features/pay/fee-summary.tsx';
import { isSubmitDisabled } from '../features/pay/form-rules.ts';
import type { Purchase, Terms } from '../features/pay/purchase.ts';
import { SubmitButton } from '../features/pay/submit-button.tsx';
import type { Arrangement } from '../features/pay/use-arrangement.ts';
import type { MethodChoice } from '../features/pay/use-method-choice.ts';
import type { usePayment } from '../features/pay/use-payment.ts';
import type { PaymentForm } from '../features/pay/use-payment-form.ts';
import type { PayContext } from '../state/selectors.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/stack.tsx';

export type PayParts = {
  context: PayContext;
  arrangement: Arrangement;
  choice: MethodChoice;
  form: PaymentForm;
  terms: Terms;
  payment: ReturnType<typeof usePayment>;
};

function totalLabelOf(purchase: Purchase): string {
  if (purchase.purpose === 'PLAN') return payPopupTexts.totalOver(purchase.installments.length);
  const day = purchase.purpose === 'EXTENSION' && purchase.date;
  return day ? payPopupTexts.totalOn(formatDayLabel(day)) : payPopupTexts.total;
}

export function PayFooter(parts: PayParts) {
  const { context, arrangement, choice, terms, payment } = parts;
  const { purchase, quote } = terms;
  const isNow = arrangement.option === 'PAY_IN_FULL';
  return (
    <Stack gap={4}>
      <FeeSummary
        quote={quote}
        terms={context.subject.payable.fees[choice.kind]}
        balanceLabel={subjectTexts.balance[context.subject.kind]}
        totalLabel={totalLabelOf(purchase)}
      />
      {isNow && payment.mandateText && <AuthorizationReminder />}
      {/* Here and not below the form: who cannot see the box cannot know what the button waits for. */}
      {!isNow && arrangement.isConfirmed && (
        <AutoChargeAgreement isTicked={payment.isAgreed} onTick={payment.agree} />
      )}
      {arrangement.isConfirmed ? (
        <Submit {...parts} />
      ) : (
        <Button
          size="large"
          isWide
          disabled={!arrangement.canConfirm}
          onClick={arrangement.confirm}
        >
          {payPopupTexts.specifyMethod}
        </Button>
      )}
    </Stack>
  );
}

function Submit({ arrangement, choice, form, terms, payment }: PayParts) {
  const { purchase, quote } = terms;
  const isAgreed = arrangement.option === 'PAY_IN_FULL' || payment.isAgreed;
  const isFilledIn = choice.chosen !== null || !isSubmitDisabled(form.validity);
  const first = purchase.purpose === 'PLAN' ? purchase.installments[0] : undefined;
  return (
    <SubmitButton
      text={{
        purpose: first || purchase.purpose !== 'PLAN' ? purchase.purpose : 'ADD_PM',
        amountCents: quote.totalCents,
        firstInstallmentCents: first?.costCents ?? null,
      }}
      isDisabled={payment.isWalletOpen || !isFilledIn || !isAgreed}
      isLoading={payment.isSubmitting || (!choice.chosen && form.phase === 'loading')}
      onPress={payment.submit}
    />
  );
}
