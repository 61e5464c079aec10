// Records the outcome of a held payment, after a check at the processor (R76).

import { useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { paymentTexts } from '../texts/payments.ts';

type DecideActionProps = { paymentId: string; onDone: () => void };

export function DecideAction(props: DecideActionProps) {
  return (
    <OpenButton
      label={paymentTexts.decide}
      dialog={(onClose) => <DecideDialog {...props} onClose={onClose} />}
    />
  );
}

type Outcome = 'paid' | 'not_paid';

function DecideDialog({ paymentId, onDone, onClose }: DecideActionProps & { onClose: () => void }) {
  const texts = paymentTexts;
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const isReferenceMissing = outcome === 'paid' && reference.trim() === '';
  const why = { reason: reason.trim() };
  const body =
    outcome === 'paid'
      ? { outcome, processorReference: reference.trim(), ...why }
      : { outcome, ...why };
  const form = useActionForm('decidePayment', {
    input: isReferenceMissing || why.reason === '' ? null : { params: { paymentId }, body },
    done: texts.decided,
    onDone: () => {
      onClose();
      onDone();
    },
  });
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
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <OptionGroup legend={texts.outcome}>
        {option('paid', texts.outcomes.paid, texts.outcomes.paidText)}
        {option('not_paid', texts.outcomes.notPaid, texts.outcomes.notPaidText)}
      </OptionGroup>
      {outcome === 'paid' && (
        <Input
          label={texts.decideReference}
          error={form.errorFor(
            'processorReference',
            isReferenceMissing && texts.decideReferenceMissing,
          )}
          maxLength={200}
          value={reference}
          onChange={({ currentTarget }) => setReference(currentTarget.value)}
        />
      )}
      <ReasonInput form={form} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
