// Buttons that run a call that changes data, at once or after a confirmation. A toast reports the result; a dialog
// shows its own errors.

import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf, CallInput, CallName } from '../api/call-types.ts';
import { toSentence } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from './action-dialog.tsx';

type ActionProps<Name extends CallName> = {
  call: Name;
  input: CallInput<Name>;
  label: string;
  /** Text of the success toast. If unset, no toast is shown. */
  done?: string | ((answer: AnswerOf<Name>) => string);
  onDone?: (answer: AnswerOf<Name>) => void;
};

function follow<Name extends CallName>(props: ActionProps<Name>, answer: AnswerOf<Name>): void {
  const { done, onDone } = props;
  if (done) showToast({ tone: 'success', text: typeof done === 'string' ? done : done(answer) });
  onDone?.(answer);
}

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'isFlush' | 'icon'>;

export function ActionButton<Name extends CallName>(props: ActionProps<Name> & Look) {
  const { call, input, label, done: _done, onDone: _onDone, ...look } = props;
  const action = useAction(call);
  const run = async (): Promise<void> => {
    const result = await action.run(input);
    if (result.isOk) follow(props, result.answer);
    else showToast({ tone: 'error', text: toSentence(result.failure) });
  };
  return (
    <Button {...look} isLoading={action.isRunning} onClick={() => void run()}>
      {label}
    </Button>
  );
}

type ConfirmActionProps<Name extends CallName> = ActionProps<Name> & {
  title: string;
  text: string;
  confirm: string;
};

export function ConfirmAction<Name extends CallName>(props: ConfirmActionProps<Name>) {
  const { call, input, label, title, text, confirm } = props;
  const action = useAction(call);
  const [isOpen, setIsOpen] = useState(false);
  const run = async (): Promise<void> => {
    const result = await action.run(input);
    if (!result.isOk) return;
    follow(props, result.answer);
    setIsOpen(false);
  };
  return (
    <>
      <Button variant="quiet" size="small" isFlush onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ActionDialog
          title={title}
          text={text}
          submitLabel={confirm}
          isDanger
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void run()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type OpenButtonProps = Look & { label: string; dialog: (onClose: () => void) => ReactNode };

export function OpenButton({ label, dialog, ...look }: OpenButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  );
}
