// Records cash that was received for an invoice.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { fieldErrorOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { amountOf, decimalOf, formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

type CashActionProps = { invoice: AnswerOf<'getInvoice'>; onChanged: () => void };

export function CashAction(props: CashActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {invoiceTexts.cash}
      </Button>
      {isOpen && <CashDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CashDialog({ invoice, onChanged, onClose }: CashActionProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const action = useAction('recordManualPayment');
  const [text, setText] = useState(decimalOf(invoice.balance));
  const [receiptNumber, setReceiptNumber] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const typed = amountOf(text);
  const amount = typed !== null && typed <= invoice.balance ? typed : null;
  const balance = formatMoney(invoice.balance);
  const isReceiptMissing = receiptNumber.trim() === '';
  const record = async (): Promise<void> => {
    setIsChecked(true);
    if (amount === null || isReceiptMissing) return;
    const body = {
      invoiceId: invoice.id,
      amount,
      method: 'CASH',
      receiptNumber: receiptNumber.trim(),
    } as const;
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.cashDone });
    onClose();
    onChanged();
  };
  return (
    <ActionDialog
      title={texts.cashTitle}
      text={texts.cashText(balance)}
      submitLabel={amount === null ? texts.cashPlain : texts.cashConfirm(formatMoney(amount))}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void record()}
      onClose={onClose}
    >
      <AmountInput
        label={texts.cashAmount}
        error={isChecked && amount === null ? texts.cashWrong(balance) : undefined}
        value={text}
        onValueChange={setText}
      />
      <Input
        label={texts.cashReceipt}
        hint={texts.cashReceiptHint}
        error={
          isChecked && isReceiptMissing
            ? texts.cashReceiptMissing
            : fieldErrorOf(action.failure, 'receiptNumber')
        }
        maxLength={60}
        value={receiptNumber}
        onChange={({ currentTarget }) => setReceiptNumber(currentTarget.value)}
      />
    </ActionDialog>
  );
}
