/**
 * Follows a payment from the submit to its final status: from the response, by loading the status after socket
 * events, and by polling (R21). The state itself changes in `request.ts`, from the responses loaded here.
 */
import { paymentToasts } from '#texts/shared/errors';
import { failureTexts } from '#texts/site/failures';
import { toastTexts } from '#texts/site/toasts';
import { paymentToast } from '../../shared/lib/messages.ts';
import {
  DEBIT_POLL_MS,
  PENDING_POLL_MS,
  RESUMED_POLL_MS,
  RESUMED_POLLS,
  SUCCESS_CALLBACK_MS,
} from '../../shared/lib/timings.ts';
import { payableRefreshed } from './changes.ts';
import { confirmPayment } from './confirm-payment.ts';
import { selectPayable } from './payable.ts';
import { popupClosed, popupOpened } from './popup.ts';
import { companyRead, customerRead, selectCompany, selectCustomer } from './reads.ts';
import { refresh } from './refresh.ts';
import {
  actionFailed,
  loadRequestStatus,
  paymentSucceeded,
  type RequestState,
  submitResumed,
} from './request.ts';
import type { AppThunk, StartListening } from './root.ts';
import { selectIsAwaitingPayment, selectIsDebitPending } from './selectors.ts';
import { listenForEvents } from './socket-events.ts';
import { isKeySpent, outcomeOfAnswer, outcomeOfFailure } from './submit-outcome.ts';
import { isSubmitAnswered, isSubmitRefused } from './submits.ts';
import { toastShown } from './toasts.ts';

export function listenForPayments(startListening: StartListening): void {
  listenForAnswers(startListening);
  listenForRefusals(startListening);
  listenForActs(startListening);
  listenForEnds(startListening);
  keepAcrossReloads(startListening);
  closeWhenPaidElsewhere(startListening);
  listenForEvents(startListening);
  pollWhileAwaiting(startListening);
}

/** The popup renders nothing without the company and customer (product §2.13), so missing data is loaded again. */
export function ensurePayer(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state = getState();
    const [hasCompany, hasCustomer] = await Promise.all([
      selectCompany(state) !== null || dispatch(companyRead.retry()),
      selectCustomer(state) !== null || dispatch(customerRead.retry()),
    ]);
    if (hasCompany && hasCustomer) return;
    dispatch(popupClosed());
    dispatch(toastShown({ tone: 'error', text: failureTexts.connectionLost }));
  };
}

function listenForAnswers(startListening: StartListening): void {
  startListening({
    matcher: isSubmitAnswered,
    effect: async ({ payload, meta }, { dispatch, getState, extra, delay }) => {
      const outcome = outcomeOfAnswer(payload);
      if (isKeySpent(outcome)) extra.attempts.forget(meta.arg.params.id);
      if (outcome.kind === 'actionRequired') return;
      await dispatch(confirmPayment());
      // The invoice already shows an accepted debit.
      if (getState().request.isDebitSent) await dispatch(refresh());
      if (outcome.kind !== 'succeeded') return;
      // The response is final, even if its details could not be loaded.
      if (getState().request.isPaymentInProcessing) dispatch(paymentSucceeded());
      await delay(SUCCESS_CALLBACK_MS);
      await dispatch(refresh());
    },
  });
}

function listenForRefusals(startListening: StartListening): void {
  startListening({
    matcher: isSubmitRefused,
    effect: async ({ payload, meta }, { dispatch, extra }) => {
      if (!payload) return;
      const outcome = outcomeOfFailure(payload);
      if (isKeySpent(outcome)) extra.attempts.forget(meta.arg.params.id);
      if (outcome.kind === 'amountChanged') {
        const { id: requestId } = meta.arg.params;
        const { payable } = outcome;
        if (payable) dispatch(payableRefreshed({ requestId, payable }));
        dispatch(toastShown({ tone: 'info', text: outcome.message }));
        // The dates change on a new day, and the payable contains the company's current date.
        await dispatch(refresh());
      }
      if (outcome.kind === 'mandateChanged') {
        dispatch(toastShown({ tone: 'info', text: outcome.message }));
        await dispatch(refresh());
      }
      // A link has no dialog for a new sign-in.
      if (outcome.kind === 'signedOut' && extra.principal.current().kind === 'link')
        dispatch(toastShown({ tone: 'info', text: outcome.message }));
      if (outcome.kind === 'processing') {
        dispatch(toastShown({ tone: 'info', text: paymentToast('ACCOUNT_IS_PROCESSING') }));
        await dispatch(confirmPayment());
      }
      if (outcome.kind === 'alreadyPaid') {
        dispatch(popupClosed());
        dispatch(toastShown({ tone: 'info', text: paymentToast('ACCOUNT_ALREADY_CLOSED') }));
        await dispatch(refresh());
      }
      if (outcome.kind === 'declined' || outcome.kind === 'refused')
        await dispatch(confirmPayment());
    },
  });
}

function listenForActs(startListening: StartListening): void {
  startListening({
    matcher: popupOpened.match,
    effect: ({ payload }, { dispatch }) =>
      payload.name === 'PAY' ? dispatch(ensurePayer()) : undefined,
  });
  startListening({
    actionCreator: actionFailed,
    effect: async (_, { dispatch }) => {
      // The payment still holds the invoice until the server has a result, which the page must show.
      await dispatch(refresh());
    },
  });
}

function listenForEnds(startListening: StartListening): void {
  startListening({
    actionCreator: loadRequestStatus.fulfilled,
    effect: ({ payload, meta }, { extra }) => {
      const { params, query } = meta.arg;
      if (!query.key || !payload.payment || payload.payment.status === 'PENDING') return;
      // The next payment may have saved its key in the meantime.
      if (extra.attempts.savedKey(params.id) === query.key) extra.attempts.forget(params.id);
    },
  });
  startListening({
    predicate: (_, { request }, previous) =>
      previous.request.isPaymentInProcessing && !request.isPaymentInProcessing,
    effect: (_, { dispatch, getState, getOriginalState, extra }) => {
      const { request, popup } = getState();
      const { requestId, attemptKey } = getOriginalState().request;
      // A payment made before a reload was followed without its key, which must not be reused.
      if (requestId && !attemptKey) extra.attempts.forget(requestId);
      // The popup shows the result in its overlay (product §8.4). Toasts are for a closed popup.
      if (popup.popupName === 'PAY') return;
      if (request.paymentProcessingStatus === 'success')
        dispatch(toastShown({ tone: 'success', text: paymentToasts.success }));
      if (request.paymentProcessingStatus === 'payment_scheduled')
        dispatch(toastShown({ tone: 'success', text: toastTexts.paymentScheduled }));
      if (request.paymentProcessingStatus === 'error') {
        const text = request.failureMessage ?? paymentToasts.failed;
        dispatch(toastShown({ tone: 'error', text }));
      }
    },
  });
}

const isSubmitRunning = ({ isPaymentInProcessing, attemptKey }: RequestState): boolean =>
  isPaymentInProcessing && attemptKey !== null;

/** The tab's storage knows whether its submit is under way. A page that is opened again follows it to its end. */
function keepAcrossReloads(startListening: StartListening): void {
  startListening({
    predicate: (_, { request }, { request: before }) =>
      request.requestId === before.requestId &&
      isSubmitRunning(request) !== isSubmitRunning(before),
    effect: (_, { getState, extra }) => {
      const { request } = getState();
      if (request.requestId) extra.attempts.markSent(request.requestId, isSubmitRunning(request));
    },
  });
  startListening({
    predicate: (_, { request }, before) => request.requestId !== before.request.requestId,
    effect: async (_, { dispatch, getState, extra, delay }) => {
      const { requestId } = getState().request;
      const key = requestId && extra.attempts.sentKey(requestId);
      if (!key) return;
      dispatch(submitResumed(key));
      await dispatch(confirmPayment());
      for (let polls = 0; polls < RESUMED_POLLS; polls += 1) {
        await delay(RESUMED_POLL_MS);
        const { request } = getState();
        if (!request.isPaymentInProcessing || request.attemptKey !== key) return;
        await dispatch(confirmPayment());
      }
    },
  });
}

/** The server would refuse a payment form for a payable that was just paid in another tab. */
function closeWhenPaidElsewhere(startListening: StartListening): void {
  startListening({
    predicate: (_, current, previous) => {
      const { popup, request } = current;
      const isOurs = request.isPaymentInProcessing || request.paymentProcessingStatus !== 'idle';
      if (popup.popupName !== 'PAY' || isOurs) return false;
      return selectPayable(previous)?.isPaid === false && selectPayable(current)?.isPaid === true;
    },
    effect: (_, { dispatch }) => {
      dispatch(popupClosed());
      dispatch(toastShown({ tone: 'info', text: paymentToasts.alreadyPaid }));
    },
  });
}

function pollWhileAwaiting(startListening: StartListening): void {
  startListening({
    predicate: (_, current, previous) =>
      selectIsAwaitingPayment(current) && !selectIsAwaitingPayment(previous),
    effect: async (_, { dispatch, getState, delay, cancelActiveListeners }) => {
      cancelActiveListeners();
      const pause = () => delay(selectIsDebitPending(getState()) ? DEBIT_POLL_MS : PENDING_POLL_MS);
      // The page cannot say what a payment waits for that was made before it was opened.
      if (getState().request.isPaymentInProcessing) await pause();
      while (selectIsAwaitingPayment(getState())) {
        await dispatch(confirmPayment());
        await pause();
      }
    },
  });
}
