// Assigns a charge that could not be matched to the object it paid: an invoice, an installment of its plan, or
// several invoices (R69).

import { useState } from 'react';
import type { CallInput } from '../api/call-types.ts';
import { formatMoney, parseAmount, toDecimal } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { AssignedInvoices, type ChosenInvoice } from './assigned-invoices.tsx';
import type { AttentionItem } from './attention-item.ts';

type AssignChargeProps = { item: AttentionItem; onSettled: () => void };

export function AssignCharge(props: AssignChargeProps) {
  return (
    <OpenButton
      label={attentionTexts.assign}
      dialog={(onClose) => <AssignDialog {...props} onClose={onClose} />}
    />
  );
}

type Target = CallInput<'assignCharge'>['body'];

function toTarget(chosen: readonly ChosenInvoice[], reason: string): Target | null {
  const [first, ...others] = chosen;
  if (!first || reason === '') return null;
  if (others.length === 0) {
    const { installment: number } = first;
    const installments = number === null ? {} : { installments: { from: number, to: number } };
    return { invoiceId: first.invoice.id, ...installments, reason };
  }
  const invoices = chosen.flatMap(({ invoice, amount }) => {
    const cents = parseAmount(amount);
    return cents === null ? [] : [{ invoiceId: invoice.id, amount: cents }];
  });
  return invoices.length === chosen.length ? { invoices, reason } : null;
}

function AssignDialog({ item, onSettled, onClose }: AssignChargeProps & { onClose: () => void }) {
  const texts = attentionTexts;
  const [chosen, setChosen] = useState<readonly ChosenInvoice[]>([]);
  const [reason, setReason] = useState('');
  const body = toTarget(chosen, reason.trim());
  const form = useActionForm('assignCharge', {
    input: body && { params: { chargeId: item.facts.objectId }, body },
    done: texts.assigned,
    onDone: () => {
      onClose();
      onSettled();
    },
  });
  return (
    <ActionDialog
      title={texts.assignTitle}
      text={item.amount === null ? undefined : texts.assignText(formatMoney(item.amount))}
      submitLabel={texts.assignConfirm}
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <AssignedInvoices
        chosen={chosen}
        isChecked={form.isChecked}
        onAdd={(invoice) => {
          const amount = toDecimal(invoice.balance);
          setChosen([...chosen, { invoice, amount, installment: null }]);
        }}
        onChange={(changed) =>
          setChosen(chosen.map((each) => (each.invoice.id === changed.invoice.id ? changed : each)))
        }
        onRemove={({ id }) => setChosen(chosen.filter(({ invoice }) => invoice.id !== id))}
      />
      <ReasonInput form={form} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}
