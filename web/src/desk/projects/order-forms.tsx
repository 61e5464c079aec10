// Adds an order to a project, and requests a payment for a part of one (R12).

import { subtractCents } from '@quittance/contract/money';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { amountOf, decimalOf, formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { DraftInput } from '../forms/draft-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { missingIn } from '../forms/missing-in.ts';
import { useDraft } from '../forms/use-draft.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';

type OrderDraft = { orderRef: string; name: string; total: string };

const orderErrors = (draft: OrderDraft) => ({
  ...missingIn(draft, texts, ['orderRef', 'name']),
  ...(amountOf(draft.total) === null ? { total: texts.wrongAmount } : {}),
});

type NewOrderProps = { projectId: string; onAdded: () => void; onClose: () => void };

export function NewOrder({ projectId, onAdded, onClose }: NewOrderProps) {
  const action = useAction('createOrder');
  const form = useDraft<OrderDraft>({
    first: { orderRef: '', name: '', total: '' },
    errorsOf: orderErrors,
    failure: action.failure,
  });
  const add = async (): Promise<void> => {
    const total = amountOf(form.draft.total);
    if (!form.check() || total === null) return;
    const { orderRef, name } = form.draft;
    const result = await action.run({
      params: { projectId },
      body: { orderRef: orderRef.trim(), name: name.trim(), total },
    });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.orderAdded(result.answer.orderRef) });
    onAdded();
    onClose();
  };
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
      <DraftInput form={form} name="name" label={texts.name} hint={texts.nameHint} />
      <FieldGrid>
        <DraftInput form={form} name="orderRef" label={texts.orderRef} />
        <DraftInput form={form} name="total" label={texts.total} type="amount" />
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
  const [text, setText] = useState(decimalOf(open));
  const [isChecked, setIsChecked] = useState(false);
  const typed = amountOf(text);
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
