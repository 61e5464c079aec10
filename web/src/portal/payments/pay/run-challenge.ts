/**
 * Runs, continues and cancels the bank's challenge for a payment (product §4.11, R43). Only a status from the
 * server ends the payment.
 */
import { payTexts } from '#texts/payment/pay';
import { loadProcessor } from '../../processors/registry.ts';
import { undecidedChallenge } from '../../store/challenge.ts';
import { confirmPayment } from '../../store/confirm-payment.ts';
import { refresh } from '../../store/refresh.ts';
import {
  actionFailed,
  cancelChallenge,
  challengeAnswered,
  challengeOpened,
} from '../../store/request.ts';
import type { AppThunk } from '../../store/root.ts';
import type { PayContext } from '../../store/selectors.ts';

export type Confirm = (threeDSData: string) => Promise<boolean>;

type ChallengeRun = { threeDSData: string; confirm: Confirm };

export function runChallenge({ threeDSData, confirm }: ChallengeRun): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    dispatch(challengeOpened(threeDSData));
    const isConfirmed = await confirm(threeDSData).catch(() => false);
    if (isConfirmed) {
      dispatch(challengeAnswered());
      await dispatch(confirmPayment());
      return;
    }
    await dispatch(giveUpChallenge());
    // Saving a method for a scheduled payment holds nothing, so the payer may start again at once.
    const { isPaymentInProcessing, purpose } = getState().request;
    if (isPaymentInProcessing && purpose === 'EXTENSION')
      dispatch(actionFailed(payTexts.notConfirmed));
  };
}

/** 'Continue with your bank'. */
export function continueChallenge({ company }: PayContext): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { processor: name, processorData: data } = company;
    const threeDSData = undecidedChallenge(getState().request)?.threeDSData;
    if (!threeDSData) return;
    const processor = await loadProcessor(name);
    const confirm: Confirm = (challenge) =>
      processor.confirmAction({ data, threeDSData: challenge });
    await dispatch(runChallenge({ threeDSData, confirm }));
  };
}

export function giveUpChallenge(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { requestId: id, attemptKey: key } = getState().request;
    if (!id) return;
    await dispatch(cancelChallenge({ params: { id }, body: key ? { key } : {} }));
    await dispatch(confirmPayment());
    // The payment still holds the invoice, which the page must show.
    if (getState().request.isPaymentInProcessing) await dispatch(refresh());
  };
}
