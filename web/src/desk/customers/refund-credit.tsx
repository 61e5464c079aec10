// Refunds the credit of a customer to a card or bank account that the customer paid with (R90).

import { methodLabel } from '@quittance/domain/checkout/method-label';
import { useState } from 'react';
import { checkoutTexts } from '#texts/shared/checkout';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { toSentence } from '../api/failure.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney, parseAmount, toDecimal, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { AgainConfirmation } from '../payments/refund-action.tsx';
import { ReadDialog } from '../shell/read-dialog.tsx';
import { creditTexts } from '../texts/credit.ts';
import { failureTexts } from '../texts/failures.ts';
import type { Customer } from './customer-draft.ts';

type Payment = ItemOf<'listPayments'>;

type RefundCreditProps = {
  customer: Pick<Customer, 'id' | 'credit'>;
  onChanged: () => void;
  onClose: () => void;
};

const NEWEST_MAX = 100;

const isRefundable = ({ invoiceId, parts, amount, refunded }: Payment) =>
  (invoiceId !== null || parts.length > 0) && refunded < amount;

/** Opens the dialog once the payments are known, so that the newest is chosen. */
export function RefundCredit(props: RefundCreditProps) {
  const payments = useRead('listPayments', {
    query: {
      customerId: props.customer.id,
      state: ['SUCCEEDED'],
      method: ['CARD', 'ACH'],
      limit: NEWEST_MAX,
    },
  });
  return (
    <ReadDialog title={creditTexts.refund.title} read={payments} onClose={props.onClose}>
      {({ data }) => <RefundCreditDialog {...props} payments={data.filter(isRefundable)} />}
    </ReadDialog>
  );
}

function RefundCreditDialog({
  customer: { credit },
  payments,
  onChanged,
  onClose,
}: RefundCreditProps & { payments: readonly Payment[] }) {
  const texts = creditTexts.refund;
  const { day } = useMoments();
  const [paymentId, setPaymentId] = useState<string>(payments[0]?.id ?? '');
  const payment = payments.find(({ id }) => id === paymentId);
  const [typed, setTyped] = useState<string | null>(null);
  const [why, setWhy] = useState('');
  const [isAgain, setIsAgain] = useState(false);
  const preview = useRead(
    'previewRefund',
    { params: { paymentId: payment?.id ?? paymentId }, body: { isFromCredit: true } },
    { isNeeded: payment !== undefined },
  );
  const most = preview.answer?.amount ?? null;
  const text = typed ?? (most === null ? '' : toDecimal(most));
  const parsed = parseAmount(text);
  const amount = parsed !== null && most !== null && parsed <= most ? parsed : null;
  const reason = why.trim();
  const form = useActionForm('createRefund', {
    input:
      payment && amount !== null && reason !== ''
        ? {
            params: { paymentId: payment.id },
            body: { amount, isFromCredit: true, ...(isAgain && { isAgain }), reason },
          }
        : null,
    done: texts.done,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  const options: readonly { value: string; label: string }[] = payments.map((one) => ({
    value: one.id,
    label: texts.option(
      methodLabel(
        { kind: one.method, brand: one.methodBrand, last4: one.methodLast4 },
        checkoutTexts,
      ),
      formatMoney(one.amount),
      day(one.createdAt),
    ),
  }));
  const choose = (id: string): void => {
    setPaymentId(id);
    setTyped(null);
  };
  const label = amount === null ? texts.plain : texts.confirm(formatMoney(amount));
  return (
    <ActionDialog
      title={texts.title}
      text={payment ? texts.text(formatMoney(credit)) : texts.none}
      submitLabel={payment ? label : null}
      {...form.dialog}
      onClose={onClose}
    >
      {payment && (
        <>
          <Select
            label={texts.payment}
            options={options}
            value={paymentId}
            onValueChange={choose}
          />
          {preview.failure && (
            <Notice
              tone="warning"
              action={{ label: failureTexts.tryAgain, onClick: preview.again }}
            >
              {toSentence(preview.failure)}
            </Notice>
          )}
          <AmountInput
            label={texts.amount}
            hint={most === null ? undefined : texts.hint(formatMoney(most))}
            error={form.errorFor(
              'amount',
              most !== null && amount === null && texts.wrong(formatMoney(most)),
            )}
            value={text}
            onValueChange={setTyped}
          />
          <AgainConfirmation {...form.dialog} isChecked={isAgain} onChange={setIsAgain} />
          <ReasonInput form={form} value={why} onChange={setWhy} />
        </>
      )}
    </ActionDialog>
  );
}
