// A change of upcoming charges: what is wanted, then its terms, then the payer's consent.

import type { ChargeChange } from '@quittance/contract/statements/upcoming-charges';
import { type ReactNode, useEffect } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { ChangeTerms } from './change-terms.tsx';
import { useChange } from './use-change.ts';

const texts = upcomingTexts.change;

type ChangeDialogProps = {
  kind: ChargeChange['kind'];
  /** What is asked for now; null while the choice is not complete. */
  change: ChargeChange | null;
  /** The choice; a change without one is reviewed at once. */
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
            {shown.preview.needsAnswer ? texts.request : texts.agree}
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
