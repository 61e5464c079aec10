// The decisions that settle an item, limited to those that the server allows and the role includes.

import type { StaffScope } from '@quittance/contract/identity/roles';
import type { AttentionDecision } from '@quittance/contract/reports/attention-schemas';
import { type ReactNode, useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { useCan } from '../api/session-context.ts';
import { ActionButton, OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { ReasonAction } from '../forms/reason-action.tsx';
import { AnswerInquiry } from '../invoices/answer-inquiry.tsx';
import { DecideAction } from '../payments/decide-action.tsx';
import { DecideRefund } from '../payments/decide-refund.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { AssignCharge } from './assign-charge.tsx';
import type { AttentionItem } from './attention-item.ts';

type Props = { item: AttentionItem; onSettled: () => void };

/** Refunds and customer changes are made on their own pages, which the item links to. */
const VIEWS: Partial<
  Record<AttentionDecision, { scope: StaffScope; view: (props: Props) => ReactNode }>
> = {
  decidePayment: {
    scope: 'money',
    view: ({ item, onSettled }) =>
      item.paymentId && <DecideAction paymentId={item.paymentId} onDone={onSettled} />,
  },
  decideRefund: {
    scope: 'money',
    view: ({ item, onSettled }) => (
      <DecideRefund refundId={item.facts.objectId} onDone={onSettled} />
    ),
  },
  assignCharge: { scope: 'money', view: AssignCharge },
  refundCharge: {
    scope: 'money',
    view: ({ item, onSettled }) => (
      <ReasonAction
        call="refundCharge"
        params={{ chargeId: item.facts.objectId }}
        texts={attentionTexts.refundCharge}
        isDanger
        onDone={onSettled}
      />
    ),
  },
  releaseCharges: {
    scope: 'manage',
    view: ({ onSettled }) => (
      <ReasonAction
        call="releaseCharges"
        params={{}}
        texts={attentionTexts.release}
        isDanger
        onDone={onSettled}
      />
    ),
  },
  acknowledgeAttention: {
    scope: 'write',
    view: ({ item, onSettled }) => (
      <ReasonAction
        call="acknowledgeAttention"
        params={{ attentionId: item.id }}
        texts={attentionTexts.acknowledge}
        onDone={onSettled}
      />
    ),
  },
  answerInquiry: { scope: 'write', view: AnswerInquiry },
  answerPause: { scope: 'money', view: AnswerPause },
  resumeWebhookEndpoint: { scope: 'manage', view: ResumeEndpoint },
  cancelPlan: {
    scope: 'money',
    view: ({ item, onSettled }) =>
      item.invoice && (
        <ReasonAction
          call="cancelPlan"
          params={{ invoiceId: item.invoice.id }}
          texts={attentionTexts.cancelPlan}
          isDanger
          onDone={onSettled}
        />
      ),
  },
  cancelSchedule: {
    scope: 'money',
    view: ({ item, onSettled }) =>
      item.invoice && (
        <ReasonAction
          call="cancelSchedule"
          params={{ invoiceId: item.invoice.id }}
          texts={attentionTexts.cancelSchedule}
          isDanger
          onDone={onSettled}
        />
      ),
  },
};

export function AttentionDecisions({ item, onSettled }: Props) {
  const can = useCan();
  return item.allowedDecisions.map((decision) => {
    const found = VIEWS[decision];
    if (!found || !can(found.scope)) return null;
    const View = found.view;
    return <View key={decision} item={item} onSettled={onSettled} />;
  });
}

function ResumeEndpoint({ item, onSettled }: Props) {
  return (
    <ActionButton
      variant="secondary"
      call="resumeWebhookEndpoint"
      input={{ params: { endpointId: item.facts.objectId } }}
      label={attentionTexts.resume}
      done={attentionTexts.resumed}
      onDone={onSettled}
    />
  );
}

type AnswerPauseProps = {
  item: { invoice: { id: string } | null; facts: { months: number | null } };
  onSettled: () => void;
};

function AnswerPause({ item, onSettled }: AnswerPauseProps) {
  const { invoice, facts } = item;
  if (!invoice) return null;
  return (
    <OpenButton
      label={attentionTexts.pause}
      dialog={(onClose) => (
        <PauseDialog
          invoiceId={invoice.id}
          months={facts.months ?? 0}
          onSettled={onSettled}
          onClose={onClose}
        />
      )}
    />
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
  const [isGranted, setIsGranted] = useState(true);
  const [message, setMessage] = useState('');
  const body = { isGranted, message: message.trim() || null };
  const form = useActionForm('answerPause', {
    input: { params: { invoiceId }, body },
    done: texts.paused,
    onDone: () => {
      onClose();
      onSettled();
    },
  });
  return (
    <ActionDialog
      title={texts.pauseTitle}
      text={texts.pauseText(texts.months(months))}
      submitLabel={texts.pauseConfirm}
      {...form.dialog}
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
