/**
 * Interprets the response to a submit and runs the bank's challenge if required (product §4.11). Without a server
 * response the outcome is unknown, never failed.
 */
import { isAction } from '@reduxjs/toolkit';
import type { AppThunk } from '../../store/root.ts';
import {
  outcomeOfAnswer,
  outcomeOfFailure,
  type SubmitOutcome,
} from '../../store/submit-outcome.ts';
import { isSubmitAnswered, isSubmitRefused } from '../../store/submits.ts';
import { type Confirm, runChallenge } from './run-challenge.ts';

function toOutcome(sent: unknown): SubmitOutcome {
  if (!isAction(sent)) return { kind: 'unknown' };
  if (isSubmitAnswered(sent)) return outcomeOfAnswer(sent.payload);
  // A rejection without an API failure means the request was not sent or was aborted. The outcome is unknown.
  const failure = isSubmitRefused(sent) ? sent.payload : undefined;
  return failure ? outcomeOfFailure(failure) : { kind: 'unknown' };
}

export function finishSubmit(sent: unknown, confirm: Confirm): AppThunk<Promise<SubmitOutcome>> {
  return async (dispatch) => {
    const outcome = toOutcome(sent);
    if (outcome.kind === 'actionRequired')
      await dispatch(runChallenge({ threeDSData: outcome.threeDSData, confirm }));
    return outcome;
  };
}
