// A button for an action that needs nothing but a reason.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { formTexts } from '../texts/forms.ts';
import { ActionDialog } from './action-dialog.tsx';

/** Calls whose body is a reason. */
type ReasonCall =
  | 'voidInvoice'
  | 'writeOffInvoice'
  | 'reopenInvoice'
  | 'disputeInvoice'
  | 'resolveInvoice'
  | 'cancelPlan'
  | 'cancelSchedule'
  | 'reverseManualPayment'
  | 'acknowledgeAttention'
  | 'refundCharge'
  | 'releaseCharges';

type ReasonActionProps<Name extends ReasonCall> = {
  call: Name;
  params: Record<string, string>;
  texts: { label: string; title: string; text: string; confirm: string; done: string };
  isDanger?: boolean;
  onDone: (answer: AnswerOf<Name>) => void;
};

export function ReasonAction<Name extends ReasonCall>(props: ReasonActionProps<Name>) {
  const { call, params, texts, isDanger = false, onDone } = props;
  const action = useAction(call);
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const missing = isChecked && reason.trim() === '' ? formTexts.reasonMissing : undefined;
  const run = async (): Promise<void> => {
    setIsChecked(true);
    if (reason.trim() === '') return;
    // because the calls of this component have these parts
    const input = { params, body: { reason: reason.trim() } } as unknown as CallInput<Name>;
    const result = await action.run(input);
    if (!result.isOk) return;
    setIsOpen(false);
    setReason('');
    setIsChecked(false);
    showToast({ tone: 'success', text: texts.done });
    onDone(result.answer);
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {texts.label}
      </Button>
      {isOpen && (
        <ActionDialog
          title={texts.title}
          text={texts.text}
          submitLabel={texts.confirm}
          isDanger={isDanger}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void run()}
          onClose={() => setIsOpen(false)}
        >
          <Input
            label={formTexts.reason}
            hint={formTexts.reasonHint}
            error={missing ?? fieldErrorOf(action.failure, 'reason')}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}
