/** A change of upcoming charges in two steps: its terms are shown, and the payer agrees to exactly these. */
import type { ChangePreview, ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { isStatus } from '../../shared/api/http.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { toastShown } from '../store/toasts.ts';
import { makeChange, previewChange } from '../store/upcoming.ts';

type Shown = { change: ChargeChange; preview: ChangePreview };

export function useChange(onDone: () => void) {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const review = async (change: ChargeChange): Promise<void> => {
    setBusy(true);
    const answered = await dispatch(previewChange(change));
    setBusy(false);
    setProblem(answered.isOk ? null : failureText(answered.failure));
    if (answered.isOk) setShown({ change, preview: answered.value.preview });
  };

  const agree = async (): Promise<void> => {
    if (!shown) return;
    setBusy(true);
    const answered = await dispatch(makeChange(shown.change, shown.preview));
    if (answered.isOk) {
      const { done, requested } = upcomingTexts.change;
      const text = shown.preview.needsAnswer ? requested : done;
      dispatch(toastShown({ tone: 'success', text }));
      onDone();
      return;
    }
    setBusy(false);
    // Other terms than those shown: the new ones are shown, and nothing is agreed.
    if (isStatus(answered.failure, 409)) await review(shown.change);
    setProblem(failureText(answered.failure));
  };

  return { shown, problem, isBusy, review, agree };
}
