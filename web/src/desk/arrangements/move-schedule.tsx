// Moves a customer's scheduled payment to a later day.

import { useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import { parseDate, useMoments } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type MoveScheduleProps = { invoiceId: string; onMoved: () => void };

export function MoveSchedule(props: MoveScheduleProps) {
  return (
    <OpenButton
      variant="secondary"
      label={invoiceTexts.move}
      dialog={(onClose) => <MoveDialog {...props} onClose={onClose} />}
    />
  );
}

function MoveDialog({ invoiceId, onMoved, onClose }: MoveScheduleProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const { today } = useMoments();
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const chargeOn = parseDate(day);
  const why = reason.trim();
  const form = useActionForm('moveSchedule', {
    input:
      chargeOn === null || why === ''
        ? null
        : { params: { invoiceId }, body: { chargeOn, reason: why } },
    done: texts.moved,
    onDone: () => {
      onClose();
      onMoved();
    },
  });
  return (
    <ActionDialog
      title={texts.moveTitle}
      text={texts.moveText}
      submitLabel={texts.moveConfirm}
      {...form.dialog}
      onClose={onClose}
    >
      <Input
        label={texts.moveDate}
        type="date"
        min={today()}
        error={form.errorFor('chargeOn', chargeOn === null && texts.moveDateMissing)}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <ReasonInput form={form} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
