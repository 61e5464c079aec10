// A payment whose challenge was closed and that is neither confirmed nor canceled yet (R43): shows what the payment
// is waiting for and lets the payer decide. Changes are announced, and the buttons keep the focus.

import { payTexts } from '#texts/payment/pay';
import { Button } from '../../../shared/ui/actions/button.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { Overlay } from '../../../shared/ui/overlay/overlay.tsx';
import { undecidedChallenge } from '../../store/challenge.ts';
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts';
import { reportFailure } from '../../store/report-failure.ts';
import type { PayContext } from '../../store/selectors.ts';
import { continueChallenge, giveUpChallenge } from './run-challenge.ts';

const texts = payTexts.challenge;

const CANCELLATION = {
  none: null,
  unconfirmed: <Notice tone="info">{texts.unconfirmed}</Notice>,
  failed: <Notice tone="warning">{texts.notAsked}</Notice>,
};

type ChallengeOverlayProps = { context: PayContext; onClose: () => void };

export function ChallengeOverlay({ context, onClose }: ChallengeOverlayProps) {
  const dispatch = useAppDispatch();
  const request = useAppSelector((state) => state.request);
  const challenge = undecidedChallenge(request);
  if (!challenge) return null;
  const isCanceling = challenge.step === 'canceling';
  const canContinue = challenge.threeDSData !== null;
  // This tab made the payment, or the server knows its payer by the link or the session.
  const isOwn = request.attemptKey !== null || Boolean(request.payment?.challenge);
  const report = (error: unknown) => void dispatch(reportFailure(error));
  return (
    <Overlay
      variant="challenge"
      title={texts.title}
      text={isCanceling ? texts.canceling : texts.text}
      actions={
        <>
          {canContinue && (
            <Button
              isWide
              disabled={isCanceling}
              onClick={() => void dispatch(continueChallenge(context)).catch(report)}
            >
              {texts.continue}
            </Button>
          )}
          {isOwn && (
            <Button
              variant="secondary"
              isWide
              isLoading={isCanceling}
              loadingText={texts.cancelingNow}
              onClick={() => void dispatch(giveUpChallenge()).catch(report)}
            >
              {texts.cancel}
            </Button>
          )}
          <Button variant="quiet" isWide onClick={onClose}>
            {payTexts.close}
          </Button>
        </>
      }
    >
      {!isCanceling && CANCELLATION[challenge.cancellation]}
      {!canContinue && <Notice>{isOwn ? texts.openedBefore : texts.openedElsewhere}</Notice>}
    </Overlay>
  );
}
