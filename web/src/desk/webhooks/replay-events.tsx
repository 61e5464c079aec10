// Sends all events since a day to an endpoint again.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { useAction } from '../api/use-action.ts';
import { dateOf, startOfDay, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { webhooksTexts } from '../texts/access.ts';

export function ReplayEvents({ endpointId }: { endpointId: string }) {
  const texts = webhooksTexts;
  const { zone, today } = useMoments();
  const action = useAction('replayEvents');
  const [isOpen, setIsOpen] = useState(false);
  const [day, setDay] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const date = dateOf(day);
  const replay = async (): Promise<void> => {
    setIsChecked(true);
    if (date === null) return;
    const body = { since: startOfDay(date, zone) };
    const result = await action.run({ params: { endpointId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.replayed(result.answer.count) });
    setIsOpen(false);
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        {texts.replay}
      </Button>
      {isOpen && (
        <ActionDialog
          title={texts.replayTitle}
          text={texts.replayText}
          submitLabel={texts.replayConfirm}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void replay()}
          onClose={() => setIsOpen(false)}
        >
          <Input
            label={texts.since}
            type="date"
            max={today()}
            error={isChecked && date === null ? texts.sinceMissing : undefined}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}
