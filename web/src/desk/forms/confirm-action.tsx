// A button that runs a call that changes data after a confirmation. The dialog shows its own errors. Apart from the
// other buttons, because the first view has no dialog.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import type { CallName } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { type ActionProps, follow } from './action-button.tsx';
import { ActionDialog } from './action-dialog.tsx';

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
