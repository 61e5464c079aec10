// Refunds a payment or a part of it. What the ledger will record is shown before.

import type { Cents } from '@quittance/contract/money';
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/show-toast.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { fieldErrorOf, sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { amountOf, decimalOf, formatMoney } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { formTexts } from '../texts/forms.ts';
import { paymentTexts } from '../texts/payments.ts';
import { RefundPreview } from './refund-preview.tsx';

type RefundActionProps = { payment: AnswerOf<'getPayment'>; left: Cents; onDone: () => void };

export function RefundAction(props: RefundActionProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {paymentTexts.refund}
      </Button>
      {isOpen && <RefundDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RefundDialog(props: RefundActionProps & { onClose: () => void }) {
  const { payment, left, onDone, onClose } = props;
  const texts = paymentTexts;
  const action = useAction('createRefund');
  const [amountText, setAmountText] = useState(decimalOf(left));
  const [invoiceId, setInvoiceId] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const amount = amountOf(amountText);
  const params = { paymentId: payment.id };
  const question = { ...(amount && { amount }), ...(invoiceId && { invoiceId }) };
  const preview = useRead(
    'previewRefund',
    { params, body: question },
    { isNeeded: amount !== null },
  );
  const refund = async (): Promise<void> => {
    setIsChecked(true);
    if (amount === null || reason.trim() === '') return;
    const body = { ...question, reason: reason.trim() };
    const result = await action.run({ params, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.refundDone });
    onClose();
    onDone();
  };
  const parts = payment.parts.map((part) => ({ value: part.invoiceId, label: part.accountRef }));
  return (
    <ActionDialog
      title={texts.refundTitle}
      text={texts.refundText}
      submitLabel={amount === null ? texts.refund : texts.refundConfirm(formatMoney(amount))}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void refund()}
      onClose={onClose}
    >
      <AmountInput
        label={texts.refundAmount}
        hint={texts.refundAmountHint(formatMoney(left))}
        error={
          amount === null && isChecked
            ? texts.refundAmountWrong
            : fieldErrorOf(action.failure, 'amount')
        }
        value={amountText}
        onValueChange={setAmountText}
      />
      {parts.length > 0 && (
        <Select
          label={texts.refundInvoice}
          options={[{ value: '', label: texts.refundAll }, ...parts]}
          value={invoiceId}
          onValueChange={setInvoiceId}
        />
      )}
      {preview.failure && <Notice tone="warning">{sentenceOf(preview.failure)}</Notice>}
      {preview.answer && !preview.failure && amount !== null && (
        <RefundPreview preview={preview.answer} isReading={preview.isReading} />
      )}
      <Input
        label={formTexts.reason}
        hint={formTexts.reasonHint}
        error={isChecked && reason.trim() === '' ? formTexts.reasonMissing : undefined}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}
