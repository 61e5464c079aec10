// The reversal of a payment that was made without a processor (R89). Its cause decides what the customer is told (R102).

import { REVERSAL_CAUSES } from '@quittance/contract/payments/provider-schemas';
import { useState } from 'react';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { manualTexts } from '../texts/payments.ts';
import styles from './payment-history.module.css';

/** Money that no processor holds cannot be refunded by us, so the steps are listed instead. */
export function RefundByHand(props: ReversalProps) {
  const { label, title, text, steps } = manualTexts.refund;
  return (
    <OpenButton
      variant="secondary"
      label={label}
      dialog={(onClose) => (
        <Dialog isOpen size="small" title={title} onClose={onClose}>
          <Stack gap={4}>
            <Text>{text}</Text>
            <ol className={styles['numbered']}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <div>
              <ReverseAction {...props} />
            </div>
          </Stack>
        </Dialog>
      )}
    />
  );
}

type ReversalProps = { paymentId: string; onDone: () => void };

export function ReverseAction(props: ReversalProps) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.reverse.label}
      dialog={(onClose) => <ReverseDialog {...props} onClose={onClose} />}
    />
  );
}

type Cause = (typeof REVERSAL_CAUSES)[number];

const CAUSES = [
  { value: '' as const, label: manualTexts.reverse.causeUnset },
  ...REVERSAL_CAUSES.map((value) => ({ value, label: manualTexts.reverse.causes[value] })),
];

function ReverseDialog({ paymentId, onDone, onClose }: ReversalProps & { onClose: () => void }) {
  const texts = manualTexts.reverse;
  const [cause, setCause] = useState<Cause | ''>('');
  const [text, setText] = useState('');
  const reason = text.trim();
  const isReady = cause !== '' && reason !== '';
  const form = useActionForm('reverseManualPayment', {
    input: isReady ? { params: { paymentId }, body: { cause, reason } } : null,
    done: texts.done,
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const causeError = form.errorFor('cause', cause === '' && texts.causeMissing);
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text}
      submitLabel={texts.confirm}
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      <Select label={texts.cause} options={CAUSES} value={cause} onValueChange={setCause} />
      {causeError && <Text tone="danger">{causeError}</Text>}
      {cause !== '' && <Text>{texts.told[cause]}</Text>}
      <ReasonInput form={form} value={text} onChange={setText} />
    </ActionDialog>
  );
}
