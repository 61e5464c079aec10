// Moves a customer's scheduled payment to a later day.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { dateOf, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { formTexts } from '../texts/forms.ts';
import { invoiceTexts } from '../texts/invoices.ts';

type MoveScheduleProps = { invoiceId: string; onMoved: () => void };

export function MoveSchedule(props: MoveScheduleProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {invoiceTexts.move}
      </Button>
      {isOpen && <MoveDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function MoveDialog({ invoiceId, onMoved, onClose }: MoveScheduleProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const { today } = useMoments();
  const action = useAction('moveSchedule');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const chargeOn = dateOf(day);
  const move = async (): Promise<void> => {
    setIsChecked(true);
    if (chargeOn === null || reason.trim() === '') return;
    const body = { chargeOn, reason: reason.trim() };
    const result = await action.run({ params: { invoiceId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.moved });
    onClose();
    onMoved();
  };
  return (
    <ActionDialog
      title={texts.moveTitle}
      text={texts.moveText}
      submitLabel={texts.moveConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void move()}
      onClose={onClose}
    >
      <Input
        label={texts.moveDate}
        type="date"
        min={today()}
        error={
          isChecked && chargeOn === null
            ? texts.moveDateMissing
            : fieldErrorOf(action.failure, 'chargeOn')
        }
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Input
        label={formTexts.reason}
        hint={formTexts.reasonHint}
        error={isChecked && reason.trim() === '' ? formTexts.reasonMissing : undefined}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
