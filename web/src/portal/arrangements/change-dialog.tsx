// A change of upcoming charges: the choice, then its terms, then the payer's consent.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import type {
  ChangePreview,
  ChargeChange,
  ShownTerms,
} from '@quittance/contract/statements/upcoming-charges';
import { type ReactNode, useEffect, useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { isStatus } from '../../shared/api/http.ts';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { refresh } from '../store/refresh.ts';
import { toastShown } from '../store/toasts.ts';
import { makeChange, previewChange } from '../store/upcoming.ts';

const texts = upcomingTexts.change;

type ChangeDialogProps = {
  kind: ChargeChange['kind'];
  change: ChargeChange | null;
  /** The inputs of the change. Without inputs, its terms are shown at once. */
  children?: ReactNode;
  onClose: () => void;
  onDone: () => void;
};

export function ChangeDialog({ kind, change, children, onClose, onDone }: ChangeDialogProps) {
  const { shown, problem, isBusy, review, agree } = useChange(onDone);
  const isReviewed = shown !== null && JSON.stringify(shown.change) === JSON.stringify(change);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reviewed once, when it opens
  useEffect(() => {
    if (!children && change) void review(change);
  }, []);
  return (
    <Dialog
      isOpen
      title={texts[kind]}
      size="medium"
      isBlocked={isBusy}
      onClose={onClose}
      footer={
        isReviewed ? (
          <Button size="large" isWide isLoading={isBusy} onClick={() => void agree()}>
            {toAgreeLabel(shown.preview)}
          </Button>
        ) : (
          <Button
            size="large"
            isWide
            isLoading={isBusy}
            disabled={!change}
            onClick={() => void (change && review(change))}
          >
            {texts.review}
          </Button>
        )
      }
    >
      <Stack gap={5}>
        {problem && <Notice tone="danger">{problem}</Notice>}
        {children}
        {isReviewed && <ChangeTerms preview={shown.preview} />}
      </Stack>
    </Dialog>
  );
}

type PreviewedChange = { change: ChargeChange; preview: ChangePreview };

function useChange(onDone: () => void) {
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<PreviewedChange | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  /** Returns whether the terms are shown. */
  const review = async (change: ChargeChange): Promise<boolean> => {
    setBusy(true);
    const answered = await dispatch(previewChange(change));
    setBusy(false);
    setProblem(answered.isOk ? null : failureText(answered.failure));
    setShown(answered.isOk ? { change, preview: answered.value.preview } : null);
    // The choices have changed with the charges.
    if (!answered.isOk && isStatus(answered.failure, 409)) void dispatch(refresh());
    return answered.isOk;
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
    // The terms differ from those shown, so the new terms are shown. The payer has not agreed to anything yet.
    if (isStatus(answered.failure, 409) && !(await review(shown.change))) return;
    setProblem(failureText(answered.failure));
  };

  return { shown, problem, isBusy, review, agree };
}

function toRow({ date, amount, fee }: ShownTerms): SummaryRow {
  const total = formatMoney(addCents(amount, fee));
  const value = fee > 0 ? `${total} (${upcomingTexts.withFee(formatMoney(fee))})` : total;
  return { label: formatDayLabel(date), value };
}

function Payments({ title, terms }: { title: string; terms: readonly ShownTerms[] }) {
  return (
    <Stack as="section" gap={2}>
      <Heading level={3}>{title}</Heading>
      {terms.length > 0 ? (
        <SummaryList rows={terms.map(toRow)} look="tight" />
      ) : (
        <Text tone="muted">{texts.nothing}</Text>
      )}
    </Stack>
  );
}

const toAgreeLabel = ({ needsAnswer }: ChangePreview) =>
  needsAnswer ? texts.request : texts.agree;

function ChangeTerms({ preview }: { preview: ChangePreview }) {
  const { before, after, method, text, needsAnswer } = preview;
  return (
    <Stack gap={5}>
      {needsAnswer && <Notice tone="info">{texts.needsAnswer}</Notice>}
      <Payments title={texts.before} terms={before} />
      <Payments title={texts.after} terms={after} />
      {method && after.length > 0 && <MethodLine {...method} />}
      <Stack gap={1}>
        <Text size="small" isStrong>
          {texts.consent(toAgreeLabel(preview))}
        </Text>
        <Text size="small" tone="muted">
          {text}
        </Text>
      </Stack>
    </Stack>
  );
}
