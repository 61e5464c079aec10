// Resolves a refund that did not reach the payer (R80): it is sent again, was paid another way, or nothing is owed.

import type { RefundDecision } from '@quittance/contract/payments/refund-schemas';
import { useState } from 'react';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { paymentTexts } from '../texts/payments.ts';

type DecideRefundProps = { refundId: string; onDone: () => void };

export function DecideRefund(props: DecideRefundProps) {
  return (
    <OpenButton
      variant="secondary"
      label={paymentTexts.decideRefund}
      dialog={(onClose) => <DecideRefundDialog {...props} onClose={onClose} />}
    />
  );
}

type Decision = RefundDecision['decision'];

function DecideRefundDialog({
  refundId,
  onDone,
  onClose,
}: DecideRefundProps & { onClose: () => void }) {
  const texts = paymentTexts;
  const [decision, setDecision] = useState<Decision>('SEND_AGAIN');
  const [reason, setReason] = useState('');
  const body = { decision, reason: reason.trim() };
  const form = useActionForm('decideRefund', {
    input: body.reason === '' ? null : { params: { refundId }, body },
    done: texts.refundDecided,
    onDone: () => {
      onClose();
      onDone();
    },
  });
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
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <OptionGroup legend={texts.refundDecision}>
        {option('SEND_AGAIN')}
        {option('PAID_ANOTHER_WAY')}
        {option('ACKNOWLEDGE')}
      </OptionGroup>
      <ReasonInput form={form} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
