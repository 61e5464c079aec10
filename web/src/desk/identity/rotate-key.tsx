// Replaces an API key; the old one works for a while.

import type { ApiKey } from '@quittance/contract/identity/key-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { keysTexts } from '../texts/access.ts';

type RotateKeyProps = { apiKey: ApiKey; onCreated: (key: string) => void };

const HOURS_MAX = 720;
const FIRST_HOURS = '24';

function hoursIn(text: string): number | null {
  const hours = /^\d{1,3}$/.test(text.trim()) ? Number(text) : null;
  return hours !== null && hours <= HOURS_MAX ? hours : null;
}

export function RotateKey({ apiKey, onCreated }: RotateKeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction('rotateKey');
  const [text, setText] = useState(FIRST_HOURS);
  const overlapHours = hoursIn(text);
  const rotate = async (): Promise<void> => {
    if (overlapHours === null) return;
    const result = await action.run({ params: { keyId: apiKey.id }, body: { overlapHours } });
    if (!result.isOk) return;
    setIsOpen(false);
    onCreated(result.answer.key);
  };
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        {keysTexts.rotate}
      </Button>
      {isOpen && (
        <ActionDialog
          title={keysTexts.rotateTitle}
          text={keysTexts.rotateText}
          submitLabel={keysTexts.rotateConfirm}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void rotate()}
          onClose={() => setIsOpen(false)}
        >
          <Input
            label={keysTexts.overlap}
            hint={keysTexts.overlapHint}
            inputMode="numeric"
            error={overlapHours === null ? keysTexts.overlapWrong : undefined}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}
