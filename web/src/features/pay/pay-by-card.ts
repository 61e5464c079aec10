/**
 * One press of the pay button, as a thunk: a token from the secure fields, the submit to our server, and
 * the bank's challenge when it asks for one. What the answers mean for the overlay is decided in
 * state/request.ts; the form learns only what it has to show itself.
 */
import { ERRORS } from '@quittance/contract/errors';
import type { IdempotencyKey } from '@quittance/contract/ids';
import { addCents, type Cents } from '@quittance/contract/money';
import type { FullSubmitBody } from '@quittance/contract/payments';
import { collectDeviceInfo } from '../../processors/device-info.ts';
import type { CardField, MountedFields, Tokenized } from '../../processors/fields.ts';
import { askOwnAddress } from '../../state/own-address.ts';
import { confirmPayment } from '../../state/payment-listeners.ts';
import { actionFailed, payInFull } from '../../state/request.ts';
import type { AppThunk } from '../../state/root.ts';
import type { PayContext } from '../../state/selectors.ts';
import {
  outcomeOfAnswer,
  outcomeOfFailure,
  type SubmitOutcome,
} from '../../state/submit-outcome.ts';

const NOT_CONFIRMED_TEXT = 'Your bank did not confirm this payment.';

export type Quote = { amountCents: Cents; feeCents: Cents; totalCents: Cents };

/** The figures the payer sees and agrees to; the server compares them with its own (R6). */
export function quoteOf({ invoice }: Pick<PayContext, 'invoice'>): Quote {
  const { amount, fees } = invoice.payable;
  const { fee } = fees.card;
  return { amountCents: amount, feeCents: fee, totalCents: addCents(amount, fee) };
}

type CardToken = Tokenized & { kind: 'token' };

type CardPayment = {
  context: PayContext;
  quote: Quote;
  fields: MountedFields;
  /** Asked when the submit is about to leave. */
  attemptId: () => IdempotencyKey;
};

export type CardPaymentResult =
  | { kind: 'submitted'; outcome: SubmitOutcome }
  | { kind: 'invalid'; fields: CardField[] }
  | { kind: 'failed'; message: string | null };

export function payByCard(payment: CardPayment): AppThunk<Promise<CardPaymentResult>> {
  return async (dispatch, getState) => {
    const [tokenized, ipAddress] = await Promise.all([
      payment.fields.tokenize(),
      dispatch(askOwnAddress()),
    ]);
    if (tokenized.kind !== 'token') return tokenized;
    // Meanwhile another tab may have paid: then there is nothing left to agree to.
    if (!getState().invoices.selectedInvoice?.payable.isPayable)
      return { kind: 'failed', message: ERRORS.ACCOUNT_NOT_PAYABLE.message };
    const body = bodyOf(payment, { ...tokenized, ipAddress });
    const outcome = await dispatch(submit(payment, body));
    if (outcome.kind === 'actionRequired')
      await dispatch(runAction(payment.fields, outcome.threeDSData));
    return { kind: 'submitted', outcome };
  };
}

function bodyOf(
  { context, quote }: CardPayment,
  { token, browserInfo, ipAddress }: CardToken & { ipAddress: string | null },
): FullSubmitBody {
  return {
    processor: context.company.processor,
    paymentInfo: {
      paymentType: 'card',
      token,
      deviceInfo: collectDeviceInfo(ipAddress),
      ...(browserInfo === null ? {} : { browserInfo }),
    },
    quote: { amount: quote.amountCents, fee: quote.feeCents },
  };
}

function submit(
  { context, attemptId }: CardPayment,
  body: FullSubmitBody,
): AppThunk<Promise<SubmitOutcome>> {
  return async (dispatch) => {
    const params = { id: context.requestId };
    const sent = await dispatch(payInFull({ params, body, idempotencyKey: attemptId() }));
    if (payInFull.fulfilled.match(sent)) return outcomeOfAnswer(sent.payload);
    // Rejected without a failure of the API: dropped before it left, or aborted. Nobody knows.
    const failure = payInFull.rejected.match(sent) ? sent.payload : undefined;
    return failure ? outcomeOfFailure(failure) : { kind: 'unknown' };
  };
}

function runAction(fields: MountedFields, threeDSData: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isConfirmed = await fields.confirmAction(threeDSData).catch(() => false);
    await dispatch(confirmPayment());
    // The server's word comes first: it may know of the failure already, with the bank's reason.
    if (!isConfirmed && getState().request.isPaymentInProcessing)
      dispatch(actionFailed(NOT_CONFIRMED_TEXT));
  };
}
