// A button that asks once more before it acts.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import type { Failure } from '../api/failure.ts';
import { ActionDialog } from './action-dialog.tsx';

type ConfirmActionProps = {
  label: string;
  title: string;
  text: string;
  confirm: string;
  isRunning: boolean;
  failure: Failure | null;
  /** Resolves to whether it was done. */
  onConfirm: () => Promise<boolean>;
};

export function ConfirmAction(props: ConfirmActionProps) {
  const { label, title, text, confirm, isRunning, failure, onConfirm } = props;
  const [isOpen, setIsOpen] = useState(false);
  const run = async (): Promise<void> => {
    if (await onConfirm()) setIsOpen(false);
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
          isRunning={isRunning}
          failure={failure}
          onSubmit={() => void run()}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
