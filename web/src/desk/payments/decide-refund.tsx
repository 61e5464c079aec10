// Decides what follows a refund that did not reach the payer (R80): it is sent again, or was paid another way.

import type { RefundDecision } from '@quittance/contract/payments/refund-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { formTexts } from '../texts/forms.ts';
import { paymentTexts } from '../texts/payments.ts';

type DecideRefundProps = { refundId: string; onDone: () => void };

export function DecideRefund(props: DecideRefundProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {paymentTexts.decideRefund}
      </Button>
      {isOpen && <DecideRefundDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Decision = RefundDecision['decision'];

function DecideRefundDialog({
  refundId,
  onDone,
  onClose,
}: DecideRefundProps & { onClose: () => void }) {
  const texts = paymentTexts;
  const action = useAction('decideRefund');
  const [decision, setDecision] = useState<Decision>('SEND_AGAIN');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const decide = async (): Promise<void> => {
    setIsChecked(true);
    if (reason.trim() === '') return;
    const body = { decision, reason: reason.trim() };
    const result = await action.run({ params: { refundId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.refundDecided });
    onClose();
    onDone();
  };
  const option = (value: Decision) => (
    <OptionCard
      name="decision"
      value={value}
      title={texts.refundDecisions[value]}
      text={texts.refundDecisions[`${value}_TEXT`]}
      isSelected={decision === value}
      onSelect={() => setDecision(value)}
    />
  );
  return (
    <ActionDialog
      title={texts.decideRefundTitle}
      text={texts.decideRefundText}
      submitLabel={texts.decideRefundConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void decide()}
      onClose={onClose}
    >
      <OptionGroup legend={texts.refundDecision}>
        {option('SEND_AGAIN')}
        {option('PAID_ANOTHER_WAY')}
      </OptionGroup>
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
