/**
 * Interprets the response of a submit and runs the bank's challenge if required (product §4.11). Anything
 * that is not a server response is unknown, never failed.
 */
import { isAction } from '@reduxjs/toolkit';
import { payTexts } from '#texts/payment/pay';
import { confirmPayment } from '../../../state/payment/payment-listeners.ts';
import { actionFailed, cancelChallenge } from '../../../state/payment/request.ts';
import {
  outcomeOfAnswer,
  outcomeOfFailure,
  type SubmitOutcome,
} from '../../../state/payment/submit-outcome.ts';
import { isSubmitAnswered, isSubmitRefused } from '../../../state/payment/submits.ts';
import type { AppThunk } from '../../../state/store/root.ts';

function outcomeOf(sent: unknown): SubmitOutcome {
  if (!isAction(sent)) return { kind: 'unknown' };
  if (isSubmitAnswered(sent)) return outcomeOfAnswer(sent.payload);
  // Rejected without an API failure: not sent, or aborted. The outcome is unknown.
  const failure = isSubmitRefused(sent) ? sent.payload : undefined;
  return failure ? outcomeOfFailure(failure) : { kind: 'unknown' };
}

type Confirm = (threeDSData: string) => Promise<boolean>;

export function finishSubmit(sent: unknown, confirm: Confirm): AppThunk<Promise<SubmitOutcome>> {
  return async (dispatch) => {
    const outcome = outcomeOf(sent);
    if (outcome.kind === 'actionRequired')
      await dispatch(runAction(() => confirm(outcome.threeDSData)));
    return outcome;
  };
}

function runAction(confirm: () => Promise<boolean>): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const isConfirmed = await confirm().catch(() => false);
    const { requestId: id, attemptKey: key } = getState().request;
    if (!isConfirmed && id && key)
      await dispatch(cancelChallenge({ params: { id }, body: { key } }));
    await dispatch(confirmPayment());
    // The server's status takes precedence: it may already have the bank's reason.
    if (!isConfirmed && getState().request.isPaymentInProcessing)
      dispatch(actionFailed(payTexts.notConfirmed));
  };
}
