/**
 * One press of the pay button, as a thunk: a token from the secure fields or the saved method, the
 * submit to our server, and the bank's challenge when it asks for one. What the answers mean for the
 * overlay is decided in state/request.ts; the form learns only what it has to show itself.
 */
import { ERRORS } from '@quittance/contract/errors';
import type { IdempotencyKey } from '@quittance/contract/ids';
import type { FullSubmitBody, PaymentInfo } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { collectDeviceInfo } from '../../processors/device-info.ts';
import type {
  BrowserProcessor,
  FieldName,
  MountedFields,
  Tokenized,
} from '../../processors/fields.ts';
import { loadProcessor } from '../../processors/registry.ts';
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
import type { Quote } from './quote.ts';
import type { SavedMethod } from './use-method-choice.ts';

const NOT_CONFIRMED_TEXT = 'Your bank did not confirm this payment.';

/** Only a saved card may have to wait for the processor's script; it must not wait for long. */
const BROWSER_INFO_TIMEOUT_MS = 3_000;

export type PaymentSource =
  | { from: 'saved'; method: SavedMethod }
  | { from: 'fields'; fields: Pick<MountedFields, 'tokenize'> };

export type MethodPayment = {
  context: PayContext;
  kind: ChargeKind;
  quote: Quote;
  source: PaymentSource;
  /** What the payer read above the button; null for a card. */
  mandateText: string | null;
  /** Asked when the submit is about to leave. */
  attemptId: () => IdempotencyKey;
};

export type PaymentResult =
  | { kind: 'submitted'; outcome: SubmitOutcome }
  | { kind: 'invalid'; fields: FieldName[] }
  | { kind: 'failed'; message: string | null };

export function payWithMethod(payment: MethodPayment): AppThunk<Promise<PaymentResult>> {
  return async (dispatch, getState) => {
    const { processor: name, processorData: data } = payment.context.company;
    const processor = await loadProcessor(name);
    const [drawn, ipAddress, browserInfo] = await Promise.all([
      drawFrom(payment.source),
      dispatch(askOwnAddress()),
      browserInfoFor(processor, payment),
    ]);
    if (drawn.kind !== 'drawn') return drawn;
    // Meanwhile another tab may have paid: then there is nothing left to agree to.
    if (!getState().invoices.selectedInvoice?.payable.isPayable)
      return { kind: 'failed', message: ERRORS.ACCOUNT_NOT_PAYABLE.message };
    const body = bodyOf(payment, {
      ...drawn.instrument,
      deviceInfo: collectDeviceInfo(ipAddress),
      ...(browserInfo === null ? {} : { browserInfo }),
    });
    const outcome = await dispatch(submit(payment, body));
    if (outcome.kind === 'actionRequired') {
      const { threeDSData } = outcome;
      await dispatch(runAction(() => processor.confirmAction({ data, threeDSData })));
    }
    return { kind: 'submitted', outcome };
  };
}

type Instrument = Pick<PaymentInfo, 'token' | 'pmID'>;
type Drawn = { kind: 'drawn'; instrument: Instrument } | Exclude<Tokenized, { kind: 'token' }>;

async function drawFrom(source: PaymentSource): Promise<Drawn> {
  if (source.from === 'saved') return { kind: 'drawn', instrument: { pmID: source.method.id } };
  const tokenized = await source.fields.tokenize();
  if (tokenized.kind !== 'token') return tokenized;
  return { kind: 'drawn', instrument: { token: tokenized.token } };
}

/** Null where the processor does not ask, or does not answer: no payment fails for the lack of it. */
async function browserInfoFor(
  { browserInfo }: BrowserProcessor,
  { context, kind }: MethodPayment,
): Promise<string | null> {
  if (kind !== 'card' || !browserInfo) return null;
  const tooLate = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), BROWSER_INFO_TIMEOUT_MS),
  );
  const asked = browserInfo(context.company.processorData).catch(() => null);
  return Promise.race([asked, tooLate]);
}

function bodyOf(
  { context, kind, quote, mandateText }: MethodPayment,
  info: Omit<PaymentInfo, 'paymentType'>,
): FullSubmitBody {
  return {
    processor: context.company.processor,
    paymentInfo: {
      paymentType: kind,
      ...info,
      ...(mandateText === null ? {} : { achMandateText: mandateText }),
    },
    quote: { amount: quote.amountCents, fee: quote.feeCents },
  };
}

function submit(
  { context, attemptId }: MethodPayment,
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

function runAction(confirm: () => Promise<boolean>): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isConfirmed = await confirm().catch(() => false);
    await dispatch(confirmPayment());
    // The server's word comes first: it may know of the failure already, with the bank's reason.
    if (!isConfirmed && getState().request.isPaymentInProcessing)
      dispatch(actionFailed(NOT_CONFIRMED_TEXT));
  };
}
