// Assigns a charge that no invoice could take to what it paid: an invoice, an installment of its plan, or several invoices (R69).

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { CallInput } from '../api/call-types.ts';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { amountOf, decimalOf, formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { formTexts } from '../texts/forms.ts';
import { AssignedInvoices, type ChosenInvoice } from './assigned-invoices.tsx';
import type { AttentionItem } from './attention-item.ts';

type AssignChargeProps = { item: AttentionItem; onSettled: () => void };

export function AssignCharge(props: AssignChargeProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{attentionTexts.assign}</Button>
      {isOpen && <AssignDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Target = CallInput<'assignCharge'>['body'];

/** Null while something is missing. */
function targetOf(chosen: readonly ChosenInvoice[], reason: string): Target | null {
  const [first, ...others] = chosen;
  if (!first || reason === '') return null;
  if (others.length === 0) {
    const { installment: number } = first;
    const installments = number === null ? {} : { installments: { from: number, to: number } };
    return { invoiceId: first.invoice.id, ...installments, reason };
  }
  const invoices = chosen.flatMap(({ invoice, amount }) => {
    const cents = amountOf(amount);
    return cents === null ? [] : [{ invoiceId: invoice.id, amount: cents }];
  });
  return invoices.length === chosen.length ? { invoices, reason } : null;
}

function AssignDialog({ item, onSettled, onClose }: AssignChargeProps & { onClose: () => void }) {
  const texts = attentionTexts;
  const action = useAction('assignCharge');
  const [chosen, setChosen] = useState<readonly ChosenInvoice[]>([]);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const assign = async (): Promise<void> => {
    setIsChecked(true);
    const body = targetOf(chosen, reason.trim());
    if (body === null) return;
    const result = await action.run({ params: { chargeId: item.facts.objectId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.assigned });
    onClose();
    onSettled();
  };
  return (
    <ActionDialog
      title={texts.assignTitle}
      text={item.amount === null ? undefined : texts.assignText(formatMoney(item.amount))}
      submitLabel={texts.assignConfirm}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void assign()}
      onClose={onClose}
    >
      <AssignedInvoices
        chosen={chosen}
        isChecked={isChecked}
        onAdd={(invoice) => {
          const amount = decimalOf(invoice.balance);
          setChosen([...chosen, { invoice, amount, installment: null }]);
        }}
        onChange={(changed) =>
          setChosen(chosen.map((each) => (each.invoice.id === changed.invoice.id ? changed : each)))
        }
        onRemove={({ id }) => setChosen(chosen.filter(({ invoice }) => invoice.id !== id))}
      />
      <Input
        label={formTexts.reason}
        hint={formTexts.reasonHint}
        error={
          isChecked && reason.trim() === ''
            ? formTexts.reasonMissing
            : fieldErrorOf(action.failure, 'reason')
        }
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
