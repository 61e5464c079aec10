// The PAY popup (product §2.9 to §2.15): what can be paid and how, the form, the sums and the result.
// Offers only what can be completed here today, which is paying in full.

import { formatMoney } from '@quittance/contract/format';
import { BankMandate, MandateReminder } from '../features/pay/bank-mandate.tsx';
import { FeeSummary } from '../features/pay/fee-summary.tsx';
import { isSubmitDisabled } from '../features/pay/form-rules.ts';
import { MethodForm } from '../features/pay/method-form.tsx';
import { type OverlayVariant, overlayVariant } from '../features/pay/overlay-variant.ts';
import { PayOptions } from '../features/pay/pay-options.tsx';
import { ResultOverlay } from '../features/pay/result-overlay.tsx';
import { SubmitButton } from '../features/pay/submit-button.tsx';
import { type MethodChoice, useMethodChoice } from '../features/pay/use-method-choice.ts';
import { usePayInFull } from '../features/pay/use-pay-in-full.ts';
import { type PaymentForm, usePaymentForm } from '../features/pay/use-payment-form.ts';
import { useAppDispatch, useAppSelector } from '../state/hooks.ts';
import { popupClosed } from '../state/popup.ts';
import { failureAcknowledged } from '../state/request.ts';
import { type PayContext, selectPayContext } from '../state/selectors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { Text } from '../ui/text.tsx';

const FIELDS_FAILED_TITLE = 'The secure payment fields could not be loaded';
const FIELDS_FAILED_REASON =
  'You have not been charged. Please check your connection, or whether something blocks the page of the payment processor.';

/** Product §2.13: nothing at all until company, processor, customer, invoice and request are known. */
export function PayPopup() {
  const context = useAppSelector(selectPayContext);
  return context && <PayDialog context={context} />;
}

/** A saved method needs no fields, and a form opened later shows by itself that it is loading. */
function fieldsPhase({ chosen, isFirstView }: MethodChoice, { phase }: PaymentForm) {
  if (chosen || (phase === 'loading' && !isFirstView)) return 'ready';
  return phase;
}

function PayDialog({ context }: { context: PayContext }) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const { company, invoice } = context;
  const choice = useMethodChoice(invoice);
  const { chosen, kind } = choice;
  const isShown = (shown: typeof kind): boolean => !chosen && kind === shown;
  const forms = {
    card: usePaymentForm({ context, kind: 'card', isShown: isShown('card') }),
    ach: usePaymentForm({ context, kind: 'ach', isShown: isShown('ach') }),
  };
  const form = forms[kind];
  const paying = usePayInFull({ context, choice, form });
  const { quote, notice, mandateText } = paying;
  const fields = fieldsPhase(choice, form);
  const variant = overlayVariant({ fields, request, purpose: 'FULL_AMOUNT', invoice });
  const options = (
    <PayOptions context={context} todayText={`${formatMoney(quote.totalCents)} today`} />
  );

  return (
    <Dialog
      isOpen
      title="Payment method"
      size="large"
      isBlocked={variant === 'pending' || paying.isWalletOpen}
      onClose={() => void dispatch(popupClosed())}
      sidebar={options}
      carousel={options}
      footer={
        <Stack gap={4}>
          <FeeSummary quote={quote} terms={invoice.payable.fees[kind]} />
          {mandateText && <MandateReminder />}
          <SubmitButton
            totalCents={quote.totalCents}
            isDisabled={paying.isWalletOpen || (!chosen && isSubmitDisabled(form.validity))}
            isLoading={paying.isSubmitting || (!chosen && form.phase === 'loading')}
            onPress={paying.submit}
          />
        </Stack>
      }
      overlay={variant !== 'none' && <PayOverlay variant={variant} context={context} form={form} />}
    >
      <Stack gap={5}>
        {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
        <MethodForm choice={choice} forms={forms} refused={paying.refused} />
        {mandateText && <BankMandate text={mandateText} />}
        {!chosen && (
          <Text size="small" tone="subtle">
            {kind === 'card' ? 'Card' : 'Bank'} details go straight to the payment processor and
            never reach {company.name}.
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}

type PayOverlayProps = {
  variant: Exclude<OverlayVariant, 'none'>;
  context: PayContext;
  form: PaymentForm;
};

function PayOverlay({ variant, context, form }: PayOverlayProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const hasFieldsFailed = request.paymentProcessingStatus !== 'error';
  const retry = (): void => {
    if (form.phase === 'failed') form.retry();
    dispatch(failureAcknowledged());
  };
  return (
    <ResultOverlay
      variant={variant}
      context={context}
      kind={form.kind}
      payment={request.payment}
      errorTitle={hasFieldsFailed ? FIELDS_FAILED_TITLE : undefined}
      reason={hasFieldsFailed ? FIELDS_FAILED_REASON : request.failureMessage}
      onRetry={retry}
      onClose={() => void dispatch(popupClosed())}
    />
  );
}
