/**
 * After a submit has come back: what its answer means, and the bank's challenge where it asks for one
 * (product §4.11). Whatever is not an answer of the server is unknown, never failed.
 */
import { isAction } from '@reduxjs/toolkit';
import { payTexts } from '#texts/payment/pay';
import { confirmPayment } from '../../../state/payment/payment-listeners.ts';
import { actionFailed } from '../../../state/payment/request.ts';
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
  // Rejected without a failure of the API: dropped before it left, or aborted. Nobody knows.
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
    await dispatch(confirmPayment());
    // The server's word comes first: it may know of the failure already, with the bank's reason.
    if (!isConfirmed && getState().request.isPaymentInProcessing)
      dispatch(actionFailed(payTexts.notConfirmed));
  };
}
