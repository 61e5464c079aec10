// A dialog around an action: its description, its fields and any error. It stays open with the typed values until
// the action succeeds, and cannot be closed while the action runs. If it is closed without a response, the page is
// reloaded.

import { type ReactNode, type SubmitEvent, useId } from 'react';
import { flushSync } from 'react-dom';
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
  const formId = useId();
  const isUnknown = failure !== null && isUnanswered(failure);
  const close = (): void => {
    if (isUnknown) void reads.refresh();
    props.onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    flushSync(onSubmit);
    // The buttons stay in view, so the field with the error may not be.
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  };
  return (
    <Dialog
      isOpen
      size={size}
      title={title}
      isBlocked={isRunning}
      onClose={close}
      note={
        failure &&
        failure.kind !== 'aborted' && <Notice tone="danger">{toActionSentence(failure)}</Notice>
      }
      footer={
        <Stack direction="row" gap={3} wraps>
          {submitLabel !== null && (
            <Button
              type="submit"
              form={formId}
              variant={isDanger ? 'danger' : 'primary'}
              isLoading={isRunning}
            >
              {submitLabel}
            </Button>
          )}
          <Button variant="quiet" disabled={isRunning} onClick={close}>
            {formTexts.cancel}
          </Button>
        </Stack>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Stack gap={5}>
          {text && <Text tone="muted">{text}</Text>}
          {children}
        </Stack>
      </form>
    </Dialog>
  );
}
