// A dialog around an action: its description, its fields and any error. It stays open with the typed values until
// the action succeeds, and cannot be closed while the action runs. If it is closed without a response, the page is
// reloaded.

import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useClient } from '../api/client-context.ts';
import { type Failure, isUnanswered, toActionSentence } from '../api/failure.ts';
import { formTexts } from '../texts/forms.ts';

type ActionDialogProps = {
  title: string;
  text?: string | undefined;
  /** Null if there is nothing to submit. */
  submitLabel: string | null;
  isDanger?: boolean;
  isRunning: boolean;
  failure: Failure | null;
  size?: 'small' | 'medium';
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
};

export function ActionDialog(props: ActionDialogProps) {
  const { title, text, submitLabel, isDanger = false, isRunning, failure, size = 'small' } = props;
  const { onSubmit, children } = props;
  const { reads } = useClient();
  const isUnknown = failure !== null && isUnanswered(failure);
  const close = (): void => {
    if (isUnknown) void reads.refresh();
    props.onClose();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog isOpen size={size} title={title} isBlocked={isRunning} onClose={close}>
      <form noValidate onSubmit={submit}>
        <Stack gap={5}>
          {text && <Text tone="muted">{text}</Text>}
          {children}
          {failure && failure.kind !== 'aborted' && (
            <Notice tone="danger">{toActionSentence(failure)}</Notice>
          )}
          <Stack direction="row" gap={3} wraps>
            {submitLabel !== null && (
              <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={isRunning}>
                {submitLabel}
              </Button>
            )}
            <Button variant="quiet" disabled={isRunning} onClick={close}>
              {formTexts.cancel}
            </Button>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}
