// Adds an order to a project, and requests a partial payment of an order (R12).

import { subtractCents } from '@quittance/contract/money';
import { ORDER_FIELDS } from '@quittance/contract/projects/fields';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { formatMoney, parseAmount, toDecimal } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { draftFrom, type FieldDraft, missingIn, newBody } from '../forms/plain-fields.ts';
import { useDraft } from '../forms/use-draft.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';

type OrderDraft = FieldDraft<typeof ORDER_FIELDS> & { total: string };

const orderErrors = (draft: OrderDraft) => ({
  ...missingIn(draft, texts, ['orderRef', 'name']),
  ...(parseAmount(draft.total) === null ? { total: texts.wrongAmount } : {}),
});

type NewOrderProps = { projectId: string; onAdded: () => void; onClose: () => void };

export function NewOrder({ projectId, onAdded, onClose }: NewOrderProps) {
  const action = useAction('createOrder');
  const form = useDraft<OrderDraft>({
    first: { ...draftFrom(ORDER_FIELDS, null), total: '' },
    toErrors: orderErrors,
    failure: action.failure,
  });
  const add = async (): Promise<void> => {
    const total = parseAmount(form.draft.total);
    if (!form.check() || total === null) return;
    const result = await action.run({
      params: { projectId },
      body: { ...newBody(ORDER_FIELDS, form.draft), total },
    });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.orderAdded(result.answer.orderRef) });
    onAdded();
    onClose();
  };
  const hints = { name: texts.nameHint };
  const declared = { fields: ORDER_FIELDS, labels: texts, hints, form };
  return (
    <ActionDialog
      title={texts.newOrder}
      text={texts.newOrderText}
      submitLabel={texts.newOrder}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <FieldInputs {...declared} names={['name']} />
      <FieldGrid>
        <FieldInputs {...declared} names={['orderRef']} />
        <AmountInput
          label={texts.total}
          error={form.toError('total')}
          value={form.draft.total}
          onValueChange={(total) => form.set({ total })}
        />
      </FieldGrid>
    </ActionDialog>
  );
}

type NewRequestProps = {
  order: AnswerOf<'listOrders'>['data'][number];
  onRequested: () => void;
  onClose: () => void;
};

export function NewRequest({ order, onRequested, onClose }: NewRequestProps) {
  const action = useAction('createPartialRequest');
  const open = subtractCents(order.total, order.paid);
  const [text, setText] = useState(toDecimal(open));
  const [isChecked, setIsChecked] = useState(false);
  const typed = parseAmount(text);
  const amount = typed !== null && typed <= open ? typed : null;
  const request = async (): Promise<void> => {
    setIsChecked(true);
    if (amount === null) return;
    const result = await action.run({ params: { orderId: order.id }, body: { amount } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.requested(formatMoney(amount)) });
    onRequested();
    onClose();
  };
  return (
    <ActionDialog
      title={texts.requestTitle(order.orderRef)}
      text={texts.requestText(formatMoney(open))}
      submitLabel={amount === null ? texts.request : texts.requestConfirm(formatMoney(amount))}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void request()}
      onClose={onClose}
    >
      <AmountInput
        label={texts.requestAmount}
        error={isChecked && amount === null ? texts.requestWrong(formatMoney(open)) : undefined}
        value={text}
        onValueChange={setText}
      />
    </ActionDialog>
  );
}
