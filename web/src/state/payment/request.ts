/**
 * The request being paid, as a state machine (product §3.13, §4.8 to §4.11). Only the server's own
 * word ends a payment: the answer to the submit or to the question for the status. A socket event is
 * a hint that makes somebody ask (R21), and nothing is heard while no payment is in progress. Another
 * page is another request: nothing of the former one's payment is told on it.
 */
import type { IdempotencyKey, RequestId } from '@quittance/contract/ids';
import type { RequestStatusAnswer } from '@quittance/contract/payments';
import type { ProcessingStatus, Purpose } from '@quittance/contract/vocabulary';
import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { failureTexts } from '#texts/site/failures';
import { loadInvoice, loadPublicInvoice } from '../account/invoices.ts';
import { loadPublicRequest } from '../account/linked-request.ts';
import { loadPartialRequest, updatePartialRequest } from '../account/orders.ts';
import { loadEstimate } from '../account/projects.ts';
import { createApiThunk } from '../store/app-thunk.ts';
import { popupClosed, popupOpened } from '../store/popup.ts';
import { outcomeOfAnswer, outcomeOfFailure, type SubmitOutcome } from './submit-outcome.ts';
import { isSubmitAnswered, isSubmitRefused, isSubmitSent, purposeOfSubmit } from './submits.ts';

export type RequestPayment = NonNullable<RequestStatusAnswer['payment']>;

/** Whose answers name the request: those of the page that was opened last. */
type PayableSource = 'invoice' | 'orders' | 'estimate' | 'link';

export type RequestState = {
  requestId: RequestId | null;
  payableSource: PayableSource;
  isLoading: boolean;
  paymentProcessingStatus: ProcessingStatus;
  isPaymentInProcessing: boolean;
  /** What the last submit was for; null before the first one. */
  purpose: Purpose | null;
  /** The payment last asked about, with the details the success overlay shows. */
  payment: RequestPayment | null;
  /** The id our submit went out under, until it is over; null for somebody else's payment. */
  attemptKey: IdempotencyKey | null;
  /** The bank debit was accepted and takes days: nothing is left to wait for in front of it. */
  isDebitSent: boolean;
  /** The answer to the submit was lost; until the server has it nobody knows if it arrived. */
  isAnswerLost: boolean;
  notFoundChecks: number;
  failureMessage: string | null;
};

const initialState: RequestState = {
  requestId: null,
  payableSource: 'invoice',
  isLoading: false,
  paymentProcessingStatus: 'idle',
  isPaymentInProcessing: false,
  purpose: null,
  payment: null,
  attemptKey: null,
  isDebitSent: false,
  isAnswerLost: false,
  notFoundChecks: 0,
  failureMessage: null,
};

/** One check can overtake a submit that is still on its way; two, seconds apart, do not. */
const NOT_FOUND_CHECKS_MAX = 2;

export const loadRequestStatus = createApiThunk('request/loadStatus', 'requestStatus', {
  failureNotice: 'screen',
});

/** Socket events without a payload (product §4.20): both only say that it is time to ask. */
export const socketConnected = createAction('realtime/socketConnected');
export const customerMethodAdded = createAction('realtime/customerMethodAdded');

type End = { status: 'success' | 'payment_scheduled' | 'error'; message: string | null };

/** Where a payment is scheduled, nothing was charged yet: that is another kind of good end. */
function goodEnd({ purpose }: RequestState): End {
  return { status: purpose === 'EXTENSION' ? 'payment_scheduled' : 'success', message: null };
}

/** Over for the payer, though perhaps not for good: the id may be used again. */
function stop(state: RequestState, { status, message }: End): void {
  state.paymentProcessingStatus = status;
  state.isPaymentInProcessing = false;
  state.isDebitSent = false;
  state.isAnswerLost = false;
  state.failureMessage = message;
}

/** Over for good. */
function end(state: RequestState, how: End): void {
  stop(state, how);
  state.attemptKey = null;
}

/** A page asks for what it shows: from now on only its answers count. */
const awaits =
  (payableSource: PayableSource) =>
  (state: RequestState): RequestState =>
    state.payableSource === payableSource ? state : { ...initialState, payableSource };

type Named = { source: PayableSource; requestId: RequestId | null };

function adopt(state: RequestState, { source, requestId }: Named): RequestState {
  if (state.payableSource !== source || state.requestId === requestId) return state;
  return { ...initialState, payableSource: source, requestId };
}

function followOutcome(state: RequestState, outcome: SubmitOutcome): void {
  // The status may have been learnt by asking before the answer to the submit came in.
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
    case 'amountChanged':
    case 'mandateChanged':
      state.paymentProcessingStatus = 'idle';
      state.isPaymentInProcessing = false;
  }
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
  if (payment.status === 'SUCCESS') end(state, goodEnd(state));
  else if (payment.status === 'PENDING') {
    state.paymentProcessingStatus = 'in_progress';
    state.isDebitSent = paymentProcessingStatus === 'pending';
  } else end(state, { status: 'error', message: payment.responseMessage });
}

const slice = createSlice({
  name: 'request',
  initialState,
  reducers: {
    /** From the socket. Final words are not taken from it: they are asked for. */
    paymentProcessingReceived: (state, { payload }: PayloadAction<ProcessingStatus>) => {
      if (!state.isPaymentInProcessing) return;
      if (payload === 'in_progress' || payload === 'pending')
        state.paymentProcessingStatus = payload;
    },
    /** The submit was answered with success and only the details could not be fetched. */
    paymentSucceeded: (state) => {
      if (state.isPaymentInProcessing) end(state, goodEnd(state));
    },
    /** The payer's bank did not confirm; the payment stays open and the same id may try again. */
    actionFailed: (state, { payload }: PayloadAction<string>) => {
      if (state.isPaymentInProcessing) stop(state, { status: 'error', message: payload });
    },
    /** 'Try again' on the error overlay: back to the form. */
    failureAcknowledged: (state) => {
      if (state.paymentProcessingStatus !== 'error') return;
      state.paymentProcessingStatus = 'idle';
      state.failureMessage = null;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(loadInvoice.pending, awaits('invoice'))
      .addCase(loadPublicInvoice.pending, awaits('invoice'))
      .addCase(loadPartialRequest.pending, awaits('orders'))
      .addCase(loadEstimate.pending, awaits('estimate'))
      .addCase(loadPublicRequest.pending, awaits('link'))
      .addCase(loadEstimate.fulfilled, (state, { payload }) =>
        adopt(state, { source: 'estimate', requestId: payload.estimate.requestId }),
      )
      .addCase(loadPublicRequest.fulfilled, (state, { payload }) =>
        adopt(state, { source: 'link', requestId: payload.requestId }),
      )
      .addCase(loadRequestStatus.pending, (state) => {
        state.isLoading = true;
      })
      .addCase(loadRequestStatus.fulfilled, (state, { payload, meta }) => {
        state.isLoading = false;
        if (meta.arg.params.id === state.requestId) followStatus(state, payload);
      })
      .addCase(loadRequestStatus.rejected, (state) => {
        state.isLoading = false;
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
        state.failureMessage = null;
      })
      .addMatcher(isSubmitAnswered, (state, { payload, meta }) => {
        if (meta.arg.params.id === state.requestId) followOutcome(state, outcomeOfAnswer(payload));
      })
      .addMatcher(isSubmitRefused, (state, { payload, meta }) => {
        if (meta.arg.params.id !== state.requestId) return;
        followOutcome(state, outcomeOfFailure(payload ?? { kind: 'aborted' }));
      })
      .addMatcher(
        isAnyOf(loadInvoice.fulfilled, loadPublicInvoice.fulfilled),
        (state, { payload }) =>
          adopt(state, { source: 'invoice', requestId: payload.account.requestId }),
      )
      .addMatcher(
        isAnyOf(loadPartialRequest.fulfilled, updatePartialRequest.fulfilled),
        (state, { payload }) =>
          adopt(state, { source: 'orders', requestId: payload.request.requestId }),
      )
      .addMatcher(isAnyOf(popupOpened, popupClosed), (state) => {
        state.paymentProcessingStatus = 'idle';
        state.failureMessage = null;
      });
  },
});

export const { paymentProcessingReceived, paymentSucceeded, actionFailed, failureAcknowledged } =
  slice.actions;
export const requestReducer = slice.reducer;
