/**
 * The state of the pay button and its form: busy or not, refused fields, a notice. One payment at a time
 * however often the button is pressed; the payment itself is pay-by-card.ts.
 */
import { useRef, useState } from 'react';
import type { CardField } from '../../processors/fields.ts';
import { useAppDispatch } from '../../state/hooks.ts';
import { reportFailure } from '../../state/report-failure.ts';
import type { PayContext } from '../../state/selectors.ts';
import { type CardPaymentResult, payByCard, quoteOf } from './pay-by-card.ts';
import { useAttemptId } from './use-attempt-id.ts';
import type { SecureFields } from './use-secure-fields.ts';

const NO_TOKEN_TEXT = 'The card could not be checked. Please try again.';

type FormNotice = { tone: 'danger' | 'warning'; text: string };

export function usePayInFull(context: PayContext, { phase, fields, recheck }: SecureFields) {
  const dispatch = useAppDispatch();
  const quote = quoteOf(context);
  const attemptId = useAttemptId({
    ...quote,
    requestId: context.requestId,
    option: 'PAY_IN_FULL',
    kind: 'card',
    isReady: phase === 'ready',
  });
  const isBusy = useRef(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [refused, setRefused] = useState<readonly CardField[]>([]);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  const show = (result: CardPaymentResult): void => {
    if (result.kind === 'invalid') setRefused(result.fields);
    if (result.kind === 'failed')
      setNotice({ tone: 'danger', text: result.message ?? NO_TOKEN_TEXT });
    if (result.kind === 'submitted' && result.outcome.kind === 'amountChanged')
      setNotice({ tone: 'warning', text: result.outcome.message });
  };

  const submit = (): void => {
    if (isBusy.current || !fields) return;
    isBusy.current = true;
    setIsSubmitting(true);
    setNotice(null);
    setRefused([]);
    dispatch(payByCard({ context, quote, fields, attemptId }))
      .then(show)
      .catch((error: unknown) => {
        setNotice({ tone: 'danger', text: NO_TOKEN_TEXT });
        void dispatch(reportFailure(error));
      })
      .finally(() => {
        isBusy.current = false;
        setIsSubmitting(false);
        recheck();
      });
  };

  return { submit, isSubmitting, refused, notice, quote };
}
