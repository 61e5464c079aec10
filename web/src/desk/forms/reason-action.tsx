// A button for an action that needs only a reason.

import { useState } from 'react';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { OpenButton } from './action-button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { ReasonInput, useActionForm } from './action-form.tsx';

type ReasonCall =
  | 'voidInvoice'
  | 'voidWithRefund'
  | 'voidCreditNote'
  | 'undoCredit'
  | 'writeOffInvoice'
  | 'reopenInvoice'
  | 'disputeInvoice'
  | 'resolveInvoice'
  | 'cancelPlan'
  | 'cancelSchedule'
  | 'acknowledgeAttention'
  | 'refundCharge'
  | 'releaseCharges';

type ReasonActionProps<Name extends ReasonCall> = {
  call: Name;
  params: Record<string, string>;
  texts: { label: string; title: string; text: string; confirm: string; done: string };
  isDanger?: boolean;
  size?: 'small';
  /** A field of the body that is true if its checkbox is checked. */
  option?: { name: string; label: string } | undefined;
  onDone: (answer: AnswerOf<Name>) => void;
};

export function ReasonAction<Name extends ReasonCall>(props: ReasonActionProps<Name>) {
  // The typed reason stays when the dialog is closed before a response arrives.
  const [text, setText] = useState('');
  return (
    <OpenButton
      variant="secondary"
      {...(props.size && { size: props.size })}
      label={props.texts.label}
      dialog={(onClose) => (
        <ReasonDialog {...props} text={text} onTextChange={setText} onClose={onClose} />
      )}
    />
  );
}

type ReasonDialogProps<Name extends ReasonCall> = ReasonActionProps<Name> & {
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
};

function ReasonDialog<Name extends ReasonCall>(props: ReasonDialogProps<Name>) {
  const { call, params, texts, isDanger = false, onDone, text, onTextChange, onClose } = props;
  const { option } = props;
  const [isChosen, setIsChosen] = useState(false);
  const reason = text.trim();
  const body = { reason, ...(option && isChosen && { [option.name]: true }) };
  const form = useActionForm(call, {
    // The cast is safe because the calls of this component have these parts.
    input: reason === '' ? null : ({ params, body } as unknown as CallInput<Name>),
    done: texts.done,
    onDone: (answer) => {
      onClose();
      onTextChange('');
      onDone(answer);
    },
  });
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text}
      submitLabel={texts.confirm}
      isDanger={isDanger}
      {...form.dialog}
      onClose={onClose}
    >
      {option && (
        <Checkbox isChecked={isChosen} onCheckedChange={setIsChosen}>
          {option.label}
        </Checkbox>
      )}
      <ReasonInput form={form} value={text} onChange={onTextChange} />
    </ActionDialog>
  );
}
