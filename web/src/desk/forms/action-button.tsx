// Buttons that run a call that changes data at once, or open a dialog. A toast reports the result.

import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf, CallInput, CallName } from '../api/call-types.ts';
import { toActionSentence } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';

export type ActionProps<Name extends CallName> = {
  call: Name;
  input: CallInput<Name>;
  label: string;
  /** Text of the success toast. If unset, no toast is shown. */
  done?: string | ((answer: AnswerOf<Name>) => string);
  onDone?: (answer: AnswerOf<Name>) => void;
};

export function follow<Name extends CallName>(
  props: ActionProps<Name>,
  answer: AnswerOf<Name>,
): void {
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
    else showToast({ tone: 'error', text: toActionSentence(result.failure) });
  };
  return (
    <Button {...look} isLoading={action.isRunning} onClick={() => void run()}>
      {label}
    </Button>
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
