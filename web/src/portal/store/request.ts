/**
 * The request being paid, as a state machine (product §3.13, §4.8 to §4.11). Only an API response ends a payment:
 * to the submit or to the status call. Socket events only trigger a status call (R21) and are ignored while no
 * payment is in progress. A page or a popup of another request resets this state.
 */

import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { RequestStatusAnswer } from '@quittance/contract/payments/portal-schemas';
import type { ProcessingStatus, Purpose } from '@quittance/contract/vocabulary';
import { createSlice, isFulfilled, type PayloadAction } from '@reduxjs/toolkit';
import { recordedText } from '#texts/shared/recorded';
import { failureTexts } from '#texts/site/failures';
import { RESUMED_POLLS } from '../../shared/lib/timings.ts';
import { createApiThunk } from './app-thunk.ts';
import {
  type Challenge,
  challengeAfterStatus,
  openChallenge,
  undecidedChallenge,
} from './challenge.ts';
import { updatePartialRequest } from './orders.ts';
import { isPayableAnswered, isPayableAsked, toRequestId } from './payable-reads.ts';
import { popupClosed, popupOpened } from './popup.ts';
import { paymentProcessingReceived } from './realtime-events.ts';
import { outcomeOfAnswer, outcomeOfFailure, type SubmitOutcome } from './submit-outcome.ts';
import { isSubmitAnswered, isSubmitRefused, isSubmitSent, purposeOfSubmit } from './submits.ts';

export type RequestPayment = NonNullable<RequestStatusAnswer['payment']>;

export type RequestState = {
  requestId: RequestId | null;
  /** Key of the page's read (`read.ts`). A different key means a different request. */
  payableKey: string | null;
  isLoading: boolean;
  paymentProcessingStatus: ProcessingStatus;
  isPaymentInProcessing: boolean;
  purpose: Purpose | null;
  payment: RequestPayment | null;
  /** The status was read, or could not be read. Until then, it is not known what a payment made elsewhere waits for. */
  isStatusKnown: boolean;
  /** Key of this tab's submit until it is final. Null for a payment made elsewhere. */
  attemptKey: IdempotencyKey | null;
  /** The bank debit was accepted and settles in days, so the payer does not need to wait. */
  isDebitSent: boolean;
  /** The response to the submit was lost, so it is unknown whether the server received it. */
  isAnswerLost: boolean;
  notFoundChecks: number;
  /** The payment succeeded, and the page was read before. */
  isOutdated: boolean;
  challenge: Challenge | null;
  failureMessage: string | null;
  /** The failure is final, so no charge can follow. */
  isNotCharged: boolean;
};

const initialState: RequestState = {
  requestId: null,
  payableKey: null,
  isLoading: false,
  paymentProcessingStatus: 'idle',
  isPaymentInProcessing: false,
  purpose: null,
  payment: null,
  isStatusKnown: false,
  attemptKey: null,
  isDebitSent: false,
  isAnswerLost: false,
  notFoundChecks: 0,
  isOutdated: false,
  challenge: null,
  failureMessage: null,
  isNotCharged: false,
};

/** A popup starts without the result of an earlier payment (product §4.9). */
const POPUP_RESET = {
  paymentProcessingStatus: 'idle',
  failureMessage: null,
} satisfies Partial<RequestState>;

/** One status call can overtake a submit in flight; two, seconds apart, cannot. */
const NOT_FOUND_CHECKS_MAX = 2;
/** The calls right after a reload are not these two. */
const AFTER_RELOAD = -1 - RESUMED_POLLS;

export const loadRequestStatus = createApiThunk('request/loadStatus', 'requestStatus', {
  failureNotice: 'screen',
});

/** If this call fails, the server still gives up the challenge after ten minutes. */
export const cancelChallenge = createApiThunk('request/cancelChallenge', 'cancelChallenge', {
  failureNotice: 'screen',
});

type End = { status: 'success' | 'payment_scheduled' | 'error'; message: string | null };

/** A scheduled payment has not charged anything yet, so it has a different final status. */
function successEnd({ purpose }: RequestState): End {
  return { status: purpose === 'EXTENSION' ? 'payment_scheduled' : 'success', message: null };
}

/** Ends the attempt for the payer. The same key may be submitted again. */
function stop(state: RequestState, { status, message }: End): void {
  state.paymentProcessingStatus = status;
  state.isPaymentInProcessing = false;
  state.isDebitSent = false;
  state.isAnswerLost = false;
  state.challenge = null;
  state.failureMessage = message && recordedText(message);
  state.isNotCharged = false;
}

function end(state: RequestState, result: End): void {
  stop(state, result);
  state.attemptKey = null;
  state.isOutdated = result.status !== 'error';
  state.isNotCharged = result.status === 'error';
}

function expectPayable(state: RequestState, payableKey: string): RequestState {
  return state.payableKey === payableKey ? state : { ...initialState, payableKey };
}

function adopt(state: RequestState, requestId: RequestId | null): RequestState {
  if (state.requestId === requestId) return state;
  return { ...initialState, payableKey: state.payableKey, requestId };
}

function followOutcome(state: RequestState, outcome: SubmitOutcome): void {
  // A status call may have ended the payment before the response to the submit arrived.
  if (!state.isPaymentInProcessing) return;
  switch (outcome.kind) {
    case 'processing':
      state.attemptKey = null;
      state.paymentProcessingStatus = 'in_progress';
      return;
    case 'succeeded':
    case 'pending':
    case 'actionRequired':
      state.paymentProcessingStatus = 'in_progress';
      return;
    case 'unknown':
      state.isAnswerLost = true;
      return;
    case 'declined':
    case 'refused':
      end(state, { status: 'error', message: outcome.message });
      return;
    case 'alreadyPaid':
    case 'signedOut':
    case 'amountChanged':
    case 'mandateChanged':
      state.paymentProcessingStatus = 'idle';
      state.isPaymentInProcessing = false;
  }
}

/**
 * While a payment of this tab is running, only its own status counts. The status of an earlier payment may arrive
 * late.
 */
function isOfAnother(
  { isPaymentInProcessing, attemptKey }: RequestState,
  key: string | undefined,
): boolean {
  return isPaymentInProcessing && attemptKey !== null && attemptKey !== key;
}

function followStatus(state: RequestState, answer: RequestStatusAnswer): void {
  const { payment, paymentProcessingStatus } = answer;
  if (payment) state.payment = payment;
  if (!state.isPaymentInProcessing) return;
  if (!payment) {
    if (!state.isAnswerLost) return;
    state.notFoundChecks += 1;
    if (state.notFoundChecks >= NOT_FOUND_CHECKS_MAX)
      stop(state, { status: 'error', message: failureTexts.nothingArrived });
    return;
  }
  state.isAnswerLost = false;
  if (paymentProcessingStatus === 'payment_scheduled') state.purpose = 'EXTENSION';
  if (payment.status === 'SUCCESS') end(state, successEnd(state));
  else if (payment.status === 'PENDING') {
    state.paymentProcessingStatus = 'in_progress';
    state.isDebitSent = paymentProcessingStatus === 'pending';
    state.challenge = challengeAfterStatus(state.challenge, payment);
  } else end(state, { status: 'error', message: payment.responseMessage });
}

/** Resumes following a payment that was started before the page was opened. */
function followCancel(state: RequestState): void {
  const { threeDSData = null } = state.challenge ?? undecidedChallenge(state) ?? {};
  state.isPaymentInProcessing = true;
  state.challenge = { threeDSData, step: 'canceling', cancellation: 'none' };
}

type Cancellation = { params: { id: RequestId }; body: { key?: IdempotencyKey | undefined } };

function isOfPayment({ requestId, attemptKey }: RequestState, { params, body }: Cancellation) {
  return params.id === requestId && (body.key ?? null) === attemptKey;
}

/** The next status shows whether the payment has ended. */
function leave({ challenge }: RequestState, cancellation: Challenge['cancellation']): void {
  if (challenge) Object.assign(challenge, { step: 'left', cancellation });
}

const slice = createSlice({
  name: 'request',
  initialState,
  reducers: {
    /** The page and its popup were opened before this group was loaded. */
    pageAdopted: (
      _,
      { payload }: PayloadAction<Pick<RequestState, 'requestId' | 'payableKey'>>,
    ) => ({
      ...initialState,
      ...payload,
    }),
    /** The submit of this tab was under way when the page was left or reloaded. */
    submitResumed: (state, { payload }: PayloadAction<IdempotencyKey>) => {
      state.isPaymentInProcessing = true;
      state.attemptKey = payload;
      state.isAnswerLost = true;
      state.notFoundChecks = AFTER_RELOAD;
    },
    /** The submit succeeded, but its details could not be loaded. */
    paymentSucceeded: (state) => {
      if (state.isPaymentInProcessing) end(state, successEnd(state));
    },
    /** The payment may have been made before the page was opened. */
    challengeOpened: (state, { payload }: PayloadAction<string>) => {
      if (!state.isPaymentInProcessing && !undecidedChallenge(state)) return;
      state.isPaymentInProcessing = true;
      state.challenge = openChallenge(payload);
    },
    /** The payer has finished the challenge. The result comes from the server. */
    challengeAnswered: (state) => {
      if (state.challenge) state.challenge.step = 'answered';
    },
    /** The challenge for saving a method failed. The same key may be submitted again. */
    actionFailed: (state, { payload }: PayloadAction<string>) => {
      if (state.isPaymentInProcessing) stop(state, { status: 'error', message: payload });
    },
    failureAcknowledged: (state) => {
      if (state.paymentProcessingStatus !== 'error') return;
      state.paymentProcessingStatus = 'idle';
      state.failureMessage = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(popupOpened, (state, { payload }) => {
        if (payload.name === 'PAY' && payload.buffer.requestId !== state.requestId)
          return adopt(state, payload.buffer.requestId);
        return Object.assign(state, POPUP_RESET);
      })
      .addCase(popupClosed, (state) => Object.assign(state, POPUP_RESET))
      .addCase(paymentProcessingReceived, (state, { payload }) => {
        if (!state.isPaymentInProcessing) return;
        if (payload === 'in_progress' || payload === 'pending')
          state.paymentProcessingStatus = payload;
      })
      .addCase(loadRequestStatus.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadRequestStatus.fulfilled, (state, { payload, meta }) => {
        state.isLoading = false;
        const { params, query } = meta.arg;
        if (params.id !== state.requestId || isOfAnother(state, query.key)) return;
        state.isStatusKnown = true;
        followStatus(state, payload);
      })
      .addCase(loadRequestStatus.rejected, (state, { meta }) => {
        state.isLoading = false;
        if (meta.arg.params.id === state.requestId) state.isStatusKnown = true;
      })
      .addCase(cancelChallenge.pending, (state, { meta }) => {
        if (meta.arg.params.id === state.requestId) followCancel(state);
      })
      .addCase(cancelChallenge.fulfilled, (state, { meta }) => {
        if (isOfPayment(state, meta.arg)) leave(state, 'unconfirmed');
      })
      .addCase(cancelChallenge.rejected, (state, { meta }) => {
        if (isOfPayment(state, meta.arg)) leave(state, 'failed');
      })
      .addMatcher(isSubmitSent, (state, action) => {
        state.isPaymentInProcessing = true;
        state.paymentProcessingStatus = 'pending';
        state.purpose = purposeOfSubmit(action);
        state.attemptKey = action.meta.arg.idempotencyKey;
        state.payment = null;
        state.isDebitSent = false;
        state.isAnswerLost = false;
        state.notFoundChecks = 0;
        state.isOutdated = false;
        state.challenge = null;
        state.failureMessage = null;
      })
      .addMatcher(isSubmitAnswered, (state, { payload, meta }) => {
        if (meta.arg.params.id === state.requestId) followOutcome(state, outcomeOfAnswer(payload));
      })
      .addMatcher(isSubmitRefused, (state, { payload, meta }) => {
        if (meta.arg.params.id !== state.requestId) return;
        followOutcome(state, outcomeOfFailure(payload ?? { kind: 'aborted' }));
      })
      .addMatcher(isPayableAsked, (state, { payload }) => expectPayable(state, payload.key))
      // Only the payable that was requested last belongs to the page.
      .addMatcher(isPayableAnswered, (state, { payload: { key, answer } }) =>
        key === state.payableKey
          ? { ...adopt(state, toRequestId(answer)), isOutdated: false }
          : state,
      )
      .addMatcher(isFulfilled(updatePartialRequest), (state, { payload }) =>
        adopt(state, payload.request.requestId),
      );
  },
});

export const {
  pageAdopted,
  submitResumed,
  paymentSucceeded,
  challengeOpened,
  challengeAnswered,
  actionFailed,
  failureAcknowledged,
} = slice.actions;
export const requestReducer = slice.reducer;
