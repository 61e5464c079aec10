// Records the outcome of a held payment, after a look at the processor (R76).

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { formTexts } from '../texts/forms.ts';
import { paymentTexts } from '../texts/payments.ts';

type DecideActionProps = { paymentId: string; onDone: () => void };

export function DecideAction(props: DecideActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{paymentTexts.decide}</Button>
      {isOpen && <DecideDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Outcome = 'paid' | 'not_paid';

function DecideDialog({ paymentId, onDone, onClose }: DecideActionProps & { onClose: () => void }) {
  const texts = paymentTexts;
  const action = useAction('decidePayment');
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isReferenceMissing = outcome === 'paid' && reference.trim() === '';
  const decide = async (): Promise<void> => {
    setIsChecked(true);
    if (isReferenceMissing || reason.trim() === '') return;
    const why = { reason: reason.trim() };
    const body =
      outcome === 'paid'
        ? { outcome, processorReference: reference.trim(), ...why }
        : { outcome, ...why };
    const result = await action.run({ params: { paymentId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.decided });
    onClose();
    onDone();
  };
  const option = (value: Outcome, title: string, text: string) => (
    <OptionCard
      name="outcome"
      value={value}
      title={title}
      text={text}
      isSelected={outcome === value}
      onSelect={() => setOutcome(value)}
    />
  );
  return (
    <ActionDialog
      title={texts.decideTitle}
      text={texts.decideText}
      submitLabel={texts.decideConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void decide()}
      onClose={onClose}
    >
      <OptionGroup legend={texts.outcome}>
        {option('paid', texts.outcomes.paid, texts.outcomes.paidText)}
        {option('not_paid', texts.outcomes.notPaid, texts.outcomes.notPaidText)}
      </OptionGroup>
      {outcome === 'paid' && (
        <Input
          label={texts.decideReference}
          error={
            isChecked && isReferenceMissing
              ? texts.decideReferenceMissing
              : fieldErrorOf(action.failure, 'processorReference')
          }
          maxLength={200}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
      )}
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
