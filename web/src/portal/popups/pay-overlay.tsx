// The result overlay of a payment popup. Closing it closes the popup (product §2.14).

import type { NextStep } from '@quittance/contract/invoices/payment-outcome';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { DECLINE_REASONS } from '@quittance/domain/dunning/decline-reasons';
import { stepAfter } from '@quittance/domain/dunning/next-steps';
import { outcomeTexts } from '#texts/account/payment-outcomes';
import { payPopupTexts } from '#texts/payment/pay-popup';
import { declineTexts } from '#texts/shared/declines';
import { errorTexts, paymentToasts } from '#texts/shared/errors';
import { failureTexts } from '#texts/site/failures';
import { shellTexts } from '#texts/site/shell';
import { toContact } from '../../shared/lib/contact-of.ts';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Contact } from '../../shared/ui/text/contact.tsx';
import { ChallengeOverlay } from '../payments/pay/challenge-overlay.tsx';
import type { OverlayVariant } from '../payments/pay/overlay-variant.ts';
import { ResultOverlay } from '../payments/pay/result-overlay.tsx';
import type { PaymentForm } from '../payments/pay/use-payment-form.ts';
import { ReceiptButton } from '../payments/receipt-button.tsx';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupClosed } from '../store/popup.ts';
import { receiptOfPayment } from '../store/receipts.ts';
import { failureAcknowledged, type RequestState } from '../store/request.ts';
import type { PayContext } from '../store/selectors.ts';

type PayOverlayProps = {
  variant: Exclude<OverlayVariant, 'none'>;
  context: PayContext;
  kind: ChargeKind;
  form?: PaymentForm;
};

/** These payments did not fail, because they never reached a bank (product §8.3, R51). */
const TITLES: Readonly<Record<string, string>> = {
  [failureTexts.nothingArrived]: paymentToasts.error,
  [errorTexts.DEMO_MODE]: shellTexts.demo.title,
};

function toTitle({ failureMessage }: { failureMessage: string | null }): string | undefined {
  return TITLES[failureMessage ?? ''];
}

export function PayOverlay({ variant, context, kind, form }: PayOverlayProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const hasFieldsFailed = request.paymentProcessingStatus !== 'error';
  const retry = (): void => {
    if (form?.phase === 'failed') form.retry();
    dispatch(failureAcknowledged());
  };
  // A public link has no receipts (product §6.3), and a tooltip would replace this popup.
  const receipt = 'id' in context.customer && request.payment && (
    <Stack align="center">
      <ReceiptButton payment={receiptOfPayment(request.payment)} look="text" />
    </Stack>
  );
  const close = () => void dispatch(popupClosed());
  const step = nextStepAfter(request.failureMessage);
  const contact = <Contact key="contact" {...toContact(context.company)} />;
  const nextStep = [
    ...(saysNotCharged(request) ? [` ${outcomeTexts.notCharged}`] : []),
    ...(step ? [' ', ...outcomeTexts.steps[step]({ date: '', company: contact })] : []),
  ];
  if (variant === 'challenge') return <ChallengeOverlay context={context} onClose={close} />;
  return (
    <ResultOverlay
      variant={variant}
      context={context}
      kind={kind}
      payment={request.payment}
      receipt={receipt}
      errorTitle={hasFieldsFailed ? payPopupTexts.fieldsFailed.title : toTitle(request)}
      reason={hasFieldsFailed ? payPopupTexts.fieldsFailed.text : request.failureMessage}
      nextStep={nextStep}
      onRetry={retry}
      onClose={close}
    />
  );
}

/** Texts of failures before a bank was asked say it themselves. */
function saysNotCharged({
  isNotCharged,
  failureMessage,
}: Pick<RequestState, 'isNotCharged' | 'failureMessage'>): boolean {
  const isSaid = failureMessage?.includes(outcomeTexts.chargedWord) ?? true;
  return isNotCharged && !isSaid && failureMessage !== errorTexts.DEMO_MODE;
}

type DeclineName = keyof typeof DECLINE_REASONS;

/** The messages for these declines already name the next step, so no further advice is shown. */
const DECLINES_WITH_ADVICE: readonly DeclineName[] = [
  ...(['cardDeclined', 'declinedTryAnother', 'accountNotVerified'] as const),
  ...(['tryLater', 'tryAgain'] as const),
];

/**
 * The next step after a payment that was just declined (R65). Null if the decline text already contains the step or
 * is not our own text.
 */
export function nextStepAfter(message: string | null): NextStep | null {
  const names = Object.keys(declineTexts) as DeclineName[]; // because keys() forgets the union
  const name = names.find((each) => declineTexts[each] === message);
  return name && !DECLINES_WITH_ADVICE.includes(name) ? stepAfter(DECLINE_REASONS[name]) : null;
}
