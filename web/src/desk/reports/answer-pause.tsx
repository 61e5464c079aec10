// Grants or refuses a pause of a plan that a customer asked for.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { attentionTexts } from '../texts/attention.ts';

type AnswerPauseProps = {
  item: { invoice: { id: string } | null; facts: { months: number | null } };
  onSettled: () => void;
};

export function AnswerPause({ item, onSettled }: AnswerPauseProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!item.invoice) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{attentionTexts.pause}</Button>
      {isOpen && (
        <PauseDialog
          invoiceId={item.invoice.id}
          months={item.facts.months ?? 0}
          onSettled={onSettled}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

type PauseDialogProps = {
  invoiceId: string;
  months: number;
  onSettled: () => void;
  onClose: () => void;
};

function PauseDialog({ invoiceId, months, onSettled, onClose }: PauseDialogProps) {
  const texts = attentionTexts;
  const action = useAction('answerPause');
  const [isGranted, setIsGranted] = useState(true);
  const [message, setMessage] = useState('');
  const send = async (): Promise<void> => {
    const body = { isGranted, message: message.trim() || null };
    const result = await action.run({ params: { invoiceId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.paused });
    onClose();
    onSettled();
  };
  return (
    <ActionDialog
      title={texts.pauseTitle}
      text={texts.pauseText(texts.months(months))}
      submitLabel={texts.pauseConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <OptionGroup legend={texts.pauseOutcome}>
        <OptionCard
          name="pause"
          value="grant"
          title={texts.grant}
          text={texts.grantText}
          isSelected={isGranted}
          onSelect={() => setIsGranted(true)}
        />
        <OptionCard
          name="pause"
          value="refuse"
          title={texts.refuse}
          text={texts.refuseText}
          isSelected={!isGranted}
          onSelect={() => setIsGranted(false)}
        />
      </OptionGroup>
      <Input
        label={texts.pauseMessage}
        isOptional
        maxLength={500}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </ActionDialog>
  );
}
