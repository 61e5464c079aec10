/**
 * One press of the pay button: token from the secure fields, submit to our server, and the bank's
 * challenge when it asks for one. What the answers mean for the overlay is decided in state/request.ts;
 * here is only what the form itself has to show.
 */
import { addCents, type Cents } from '@quittance/contract/money';
import type { FullSubmitBody } from '@quittance/contract/payments';
import { useRef, useState } from 'react';
import { collectDeviceInfo } from '../../processors/device-info.ts';
import type { CardField, MountedFields, Tokenized } from '../../processors/fields.ts';
import { useAppDispatch, useAppStore } from '../../state/hooks.ts';
import { askOwnAddress } from '../../state/own-address.ts';
import { confirmPayment } from '../../state/payment-listeners.ts';
import { reportFailure } from '../../state/report-failure.ts';
import { actionFailed, payInFull } from '../../state/request.ts';
import type { PayContext } from '../../state/selectors.ts';
import { outcomeOfAnswer, outcomeOfFailure } from '../../state/submit-outcome.ts';
import { useAttemptId } from './use-attempt-id.ts';
import type { SecureFields } from './use-secure-fields.ts';

const NO_TOKEN_TEXT = 'The card could not be checked. Please try again.';
const NOT_CONFIRMED_TEXT = 'Your bank did not confirm this payment.';

export type Quote = { amountCents: Cents; feeCents: Cents; totalCents: Cents };

/** The figures the payer sees and agrees to; the server compares them with its own (R6). */
export function quoteOf({ invoice }: Pick<PayContext, 'invoice'>): Quote {
  const { amount, fees } = invoice.payable;
  const { fee } = fees.card;
  return { amountCents: amount, feeCents: fee, totalCents: addCents(amount, fee) };
}

type Tokened = Tokenized & { kind: 'token' } & { ipAddress: string | null };

type FormNotice = { tone: 'danger' | 'warning'; text: string };

export function usePayInFull(context: PayContext, { phase, fields, recheck }: SecureFields) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
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

  async function confirmAction(mounted: MountedFields, threeDSData: string): Promise<void> {
    const isConfirmed = await mounted.confirmAction(threeDSData).catch(() => false);
    await dispatch(confirmPayment());
    // The server's word comes first; it may know of the failure already, with the bank's reason.
    const { isPaymentInProcessing } = store.getState().request;
    if (!isConfirmed && isPaymentInProcessing) dispatch(actionFailed(NOT_CONFIRMED_TEXT));
  }

  async function send(mounted: MountedFields, { token, browserInfo, ipAddress }: Tokened) {
    const body: FullSubmitBody = {
      processor: context.company.processor,
      paymentInfo: {
        paymentType: 'card',
        token,
        deviceInfo: collectDeviceInfo(ipAddress),
        ...(browserInfo === null ? {} : { browserInfo }),
      },
      quote: { amount: quote.amountCents, fee: quote.feeCents },
    };
    const params = { id: context.requestId };
    const sent = await dispatch(payInFull({ params, body, idempotencyKey: attemptId() }));
    if (payInFull.fulfilled.match(sent)) {
      const outcome = outcomeOfAnswer(sent.payload);
      if (outcome.kind === 'actionRequired') await confirmAction(mounted, outcome.threeDSData);
    }
    if (payInFull.rejected.match(sent) && sent.payload) {
      const outcome = outcomeOfFailure(sent.payload);
      if (outcome.kind === 'amountChanged') setNotice({ tone: 'warning', text: outcome.message });
    }
  }

  async function pay(mounted: MountedFields): Promise<void> {
    const [tokenized, ipAddress] = await Promise.all([
      mounted.tokenize(),
      dispatch(askOwnAddress()),
    ]);
    recheck();
    if (tokenized.kind === 'token') await send(mounted, { ...tokenized, ipAddress });
    else if (tokenized.kind === 'invalid') setRefused(tokenized.fields);
    else setNotice({ tone: 'danger', text: tokenized.message ?? NO_TOKEN_TEXT });
  }

  const submit = (): void => {
    if (isBusy.current || !fields) return;
    isBusy.current = true;
    setIsSubmitting(true);
    setNotice(null);
    setRefused([]);
    pay(fields)
      .catch((error: unknown) => {
        setNotice({ tone: 'danger', text: NO_TOKEN_TEXT });
        void dispatch(reportFailure(error));
      })
      .finally(() => {
        isBusy.current = false;
        setIsSubmitting(false);
      });
  };

  return { submit, isSubmitting, refused, notice, quote };
}
