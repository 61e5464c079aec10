// Saves the fields above it, or discards the typed values. A refusal is shown beside the buttons.

import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { type Failure, toActionSentence } from '../api/failure.ts';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { settingsTexts } from '../texts/settings.ts';

type SaveBarProps = {
  isChanged: boolean;
  isRunning: boolean;
  failure: Failure | null;
  /** Validation error, found before anything is sent. */
  error?: string | undefined;
  onSave: () => void;
  onReset: () => void;
};

export function SaveBar({ isChanged, isRunning, failure, error, onSave, onReset }: SaveBarProps) {
  const refused =
    error ?? (failure && failure.kind !== 'aborted' ? toActionSentence(failure) : null);
  return (
    <Stack gap={3}>
      <UnsavedGuard isChanged={isChanged} />
      {refused && <Notice tone="danger">{refused}</Notice>}
      <Stack direction="row" gap={3} wraps>
        <Button disabled={!isChanged} isLoading={isRunning} onClick={onSave}>
          {settingsTexts.save}
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={onReset}>
            {settingsTexts.reset}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
