/**
 * The state of the pay button and its form: busy or not, refused fields, a notice. One payment at a time
 * however often the button is pressed; the payment itself is pay-with-method.ts.
 */
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { useRef, useState } from 'react';
import type { FieldName } from '../../processors/fields.ts';
import { useAppDispatch } from '../../state/hooks.ts';
import { reportFailure } from '../../state/report-failure.ts';
import type { PayContext } from '../../state/selectors.ts';
import { mandateFor } from './bank-mandate.tsx';
import { type PaymentResult, type PaymentSource, payWithMethod } from './pay-with-method.ts';
import { quoteOf } from './quote.ts';
import { useAttemptId } from './use-attempt-id.ts';
import type { MethodChoice } from './use-method-choice.ts';
import type { PaymentForm } from './use-payment-form.ts';
import { useWallet } from './use-wallet.ts';

const NO_TOKEN_TEXTS: Record<ChargeKind, string> = {
  card: 'The card could not be checked. Please try again.',
  ach: 'The bank account could not be checked. Please try again.',
};

type FormNotice = { tone: 'danger' | 'warning'; text: string };

type PayQuestion = { context: PayContext; choice: MethodChoice; form: PaymentForm };

function sourceOf({ chosen }: MethodChoice, { fields }: PaymentForm): PaymentSource | null {
  if (chosen) return { from: 'saved', method: chosen };
  return fields && { from: 'fields', fields };
}

export function usePayInFull({ context, choice, form }: PayQuestion) {
  const dispatch = useAppDispatch();
  const { kind, chosen } = choice;
  const quote = quoteOf(context.invoice, kind);
  const mandateText = mandateFor({ context, kind, quote, saved: chosen });
  const source = sourceOf(choice, form);
  const attemptId = useAttemptId({
    ...quote,
    requestId: context.requestId,
    option: 'PAY_IN_FULL',
    kind,
    methodId: chosen?.id ?? null,
    isReady: source !== null,
  });
  const isBusy = useRef(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  const show = (result: PaymentResult): void => {
    if (result.kind === 'invalid') setRefused(result.fields);
    if (result.kind === 'failed')
      setNotice({ tone: 'danger', text: result.message ?? NO_TOKEN_TEXTS[kind] });
    if (result.kind !== 'submitted') return;
    const { outcome } = result;
    if (outcome.kind === 'amountChanged' || outcome.kind === 'mandateChanged')
      setNotice({ tone: 'warning', text: outcome.message });
  };
  const clear = (): void => {
    setNotice(null);
    setRefused([]);
  };

  const pay = async (from: PaymentSource): Promise<PaymentResult | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setIsSubmitting(true);
    clear();
    const payment = { context, kind, quote, source: from, mandateText, attemptId };
    try {
      const result = await dispatch(payWithMethod(payment));
      show(result);
      return result;
    } catch (error) {
      setNotice({ tone: 'danger', text: NO_TOKEN_TEXTS[kind] });
      void dispatch(reportFailure(error));
      return null;
    } finally {
      isBusy.current = false;
      setIsSubmitting(false);
      form.recheck();
    }
  };
  const isFree = () => !isBusy.current;
  const isWalletOpen = useWallet({ wallet: form.fields?.wallet, isFree, pay });
  const submit = (): void => {
    if (source && !isWalletOpen) void pay(source);
  };

  return { submit, clear, isSubmitting, isWalletOpen, refused, notice, quote, mandateText };
}
