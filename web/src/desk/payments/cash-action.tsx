// Records cash that was received for an invoice.

import { useState } from 'react';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { formatMoney, parseAmount, toDecimal } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type CashActionProps = { invoice: AnswerOf<'getInvoice'>; onChanged: () => void };

export function CashAction(props: CashActionProps) {
  return (
    <OpenButton
      variant="secondary"
      label={invoiceTexts.cash}
      dialog={(onClose) => <CashDialog {...props} onClose={onClose} />}
    />
  );
}

function CashDialog({ invoice, onChanged, onClose }: CashActionProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const [text, setText] = useState(toDecimal(invoice.balance));
  const [receiptNumber, setReceiptNumber] = useState('');
  const typed = parseAmount(text);
  const amount = typed !== null && typed <= invoice.balance ? typed : null;
  const balance = formatMoney(invoice.balance);
  const receipt = receiptNumber.trim();
  const body = amount !== null &&
    receipt !== '' && {
      invoiceId: invoice.id,
      amount,
      method: 'CASH' as const,
      receiptNumber: receipt,
    };
  const form = useActionForm('recordManualPayment', {
    input: body ? { body } : null,
    done: texts.cashDone,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  return (
    <ActionDialog
      title={texts.cashTitle}
      text={texts.cashText(balance)}
      submitLabel={amount === null ? texts.cashPlain : texts.cashConfirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      <AmountInput
        label={texts.cashAmount}
        error={form.errorFor('amount', amount === null && texts.cashWrong(balance))}
        value={text}
        onValueChange={setText}
      />
      <Input
        label={texts.cashReceipt}
        hint={texts.cashReceiptHint}
        error={form.errorFor('receiptNumber', receipt === '' && texts.cashReceiptMissing)}
        maxLength={60}
        value={receiptNumber}
        onChange={({ currentTarget }) => setReceiptNumber(currentTarget.value)}
      />
    </ActionDialog>
  );
}
