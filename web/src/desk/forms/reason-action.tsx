// A button for an action that needs only a reason.

import { useState } from 'react';
import type { AnswerOf, CallInput } from '../api/call-types.ts';
import { OpenButton } from './action-button.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { ReasonInput, useActionForm } from './action-form.tsx';

type ReasonCall =
  | 'voidInvoice'
  | 'voidWithRefund'
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
  onDone: (answer: AnswerOf<Name>) => void;
};

export function ReasonAction<Name extends ReasonCall>(props: ReasonActionProps<Name>) {
  // The typed reason stays when the dialog is closed before a response arrives.
  const [text, setText] = useState('');
  return (
    <OpenButton
      variant="secondary"
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
  const reason = text.trim();
  const form = useActionForm(call, {
    // The cast is safe because the calls of this component have these parts.
    input: reason === '' ? null : ({ params, body: { reason } } as unknown as CallInput<Name>),
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
      <ReasonInput form={form} value={text} onChange={onTextChange} />
    </ActionDialog>
  );
}
