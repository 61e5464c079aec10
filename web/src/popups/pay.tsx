// The PAY popup (product §2.9 to §2.14): what can be paid and how, the form, the sums and the result.
// Offers only what can be completed here today, which is paying in full by card.

import { formatMoney } from '@quittance/contract/format';
import { CardForm } from '../features/pay/card-form.tsx';
import { FeeSummary } from '../features/pay/fee-summary.tsx';
import { isSubmitDisabled } from '../features/pay/form-rules.ts';
import { overlayVariant } from '../features/pay/overlay-variant.ts';
import { PayOptions } from '../features/pay/pay-options.tsx';
import { ResultOverlay } from '../features/pay/result-overlay.tsx';
import { SubmitButton } from '../features/pay/submit-button.tsx';
import { usePayInFull } from '../features/pay/use-pay-in-full.ts';
import { useSecureFields } from '../features/pay/use-secure-fields.ts';
import { useAppDispatch, useAppSelector } from '../state/hooks.ts';
import { popupClosed } from '../state/popup.ts';
import { failureAcknowledged } from '../state/request.ts';
import { type PayContext, selectPayContext } from '../state/selectors.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Stack } from '../ui/stack.tsx';
import { Text } from '../ui/text.tsx';

const FIELDS_FAILED_TITLE = 'The secure card fields could not be loaded';
const FIELDS_FAILED_REASON =
  'You have not been charged. Please check your connection, or whether something blocks the page of the payment processor.';

/** Product §2.13: nothing at all until company, processor, customer, invoice and request are known. */
export function PayPopup() {
  const context = useAppSelector(selectPayContext);
  return context && <PayDialog context={context} />;
}

function PayDialog({ context }: { context: PayContext }) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const secureFields = useSecureFields(context.company);
  const { submit, isSubmitting, refused, notice, quote } = usePayInFull(context, secureFields);
  const variant = overlayVariant({
    fields: secureFields.phase,
    request,
    purpose: 'FULL_AMOUNT',
    invoice: context.invoice,
  });
  const hasFieldsFailed = request.paymentProcessingStatus !== 'error';
  const close = (): void => void dispatch(popupClosed());
  const retry = (): void => {
    if (secureFields.phase === 'failed') secureFields.retry();
    dispatch(failureAcknowledged());
  };
  const options = (
    <PayOptions context={context} todayText={`${formatMoney(quote.totalCents)} today`} />
  );

  return (
    <Dialog
      isOpen
      title="Payment method"
      size="large"
      isBlocked={variant === 'pending'}
      onClose={close}
      sidebar={options}
      carousel={options}
      footer={
        <Stack gap={4}>
          <FeeSummary quote={quote} terms={context.invoice.payable.fees.card} />
          <SubmitButton
            totalCents={quote.totalCents}
            isDisabled={isSubmitDisabled(secureFields.validity)}
            isLoading={isSubmitting || secureFields.phase === 'loading'}
            onPress={submit}
          />
        </Stack>
      }
      overlay={
        variant !== 'none' && (
          <ResultOverlay
            variant={variant}
            context={context}
            payment={request.payment}
            errorTitle={hasFieldsFailed ? FIELDS_FAILED_TITLE : undefined}
            reason={hasFieldsFailed ? FIELDS_FAILED_REASON : request.failureMessage}
            onRetry={retry}
            onClose={close}
          />
        )
      }
    >
      <Stack gap={5}>
        {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
        <CardForm secureFields={secureFields} refused={refused} />
        <Text size="small" tone="subtle">
          Card details go straight to the payment processor and never reach {context.company.name}.
        </Text>
      </Stack>
    </Dialog>
  );
}
