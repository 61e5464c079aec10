// The company's actions on an invoice, by its status and the member's role. The server checks them again.

import { subtractCents } from '@quittance/contract/money';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { type ReactNode, useState } from 'react';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { MoveSchedule } from '../arrangements/move-schedule.tsx';
import { formatMoney, parseAmount } from '../format.ts';
import { ActionButton, OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { ReasonAction } from '../forms/reason-action.tsx';
import { Section } from '../forms/section.tsx';
import { OPEN, RecordOnInvoice } from '../payments/manual-payment.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { invoiceTexts } from '../texts/invoices.ts';
import { paymentTexts } from '../texts/payments.ts';
import { AddCreditNote } from './credit-notes.tsx';

type Invoice = AnswerOf<'getInvoice'>;
type Props = {
  invoice: Invoice;
  /** Part of the invoice was refunded, and only that part can be billed again (R39). */
  isRefunded: boolean;
  onChanged: () => void;
};

const PAID: readonly InvoiceStatus[] = ['COLLECTED', 'PAYMENT_PLAN_COLLECTED'];

export function InvoiceActions(props: Props) {
  const actions = [...useWriteActions(props), ...useMoneyActions(props)].filter(Boolean);
  if (actions.length === 0 || props.invoice.voidedAt !== null) return null;
  return (
    <Section title={invoiceTexts.actions}>
      <Stack direction="row" gap={2} wraps>
        {actions}
      </Stack>
    </Section>
  );
}

function useWriteActions({ invoice, onChanged }: Props): ReactNode[] {
  const can = useCan();
  if (!can('write')) return [];
  const { status, id: invoiceId } = invoice;
  const common = { params: { invoiceId }, onDone: onChanged };
  return [
    status === 'DRAFT' && (
      <ActionButton
        key="issue"
        call="issueInvoice"
        input={{ params: { invoiceId } }}
        label={invoiceTexts.issue}
        done={invoiceTexts.issued}
        onDone={onChanged}
      />
    ),
    OPEN.includes(status) && (
      <ReasonAction key="dispute" call="disputeInvoice" texts={invoiceTexts.dispute} {...common} />
    ),
    status === 'DISPUTED' && (
      <ReasonAction key="resolve" call="resolveInvoice" texts={invoiceTexts.resolve} {...common} />
    ),
  ];
}

function useMoneyActions({ invoice, isRefunded, onChanged }: Props): ReactNode[] {
  const can = useCan();
  const { status, id: invoiceId, paid, paidBefore, credited } = invoice;
  const settled = paid + credited;
  const company = useRead('getCompany', {}, { isNeeded: can('money') && paid > 0 });
  if (!can('money')) return [];
  const isOpen = OPEN.includes(status);
  const common = { params: { invoiceId }, onDone: onChanged };
  const texts = invoiceTexts;
  return [
    isOpen && <OfferAction key="offer" invoice={invoice} onChanged={onChanged} />,
    isOpen && <RecordOnInvoice key="record" invoice={invoice} onChanged={onChanged} />,
    status !== 'DRAFT' && status !== 'PENDING' && (
      <AddCreditNote key="note" invoice={invoice} onChanged={onChanged} />
    ),
    status === 'IN_COLLECTION' && (
      <ReasonAction key="off" call="writeOffInvoice" texts={texts.writeOff} {...common} />
    ),
    status === 'DEFAULTED' && (
      <ReasonAction key="due" call="reopenInvoice" texts={texts.reopenWrittenOff} {...common} />
    ),
    PAID.includes(status) && isRefunded && (
      <ReasonAction key="reopen" call="reopenInvoice" texts={texts.reopen} {...common} />
    ),
    status === 'PAYMENT_PLAN_IN_PROGRESS' && (
      <ReasonAction
        key="plan"
        call="cancelPlan"
        texts={attentionTexts.cancelPlan}
        isDanger
        {...common}
      />
    ),
    status === 'PAYMENT_EXTENSION' && (
      <MoveSchedule key="move" invoiceId={invoiceId} onMoved={onChanged} />
    ),
    status === 'PAYMENT_EXTENSION' && (
      <ReasonAction
        key="schedule"
        call="cancelSchedule"
        texts={attentionTexts.cancelSchedule}
        isDanger
        {...common}
      />
    ),
    (isOpen || status === 'DRAFT') && settled + paidBefore === 0 && (
      <ReasonAction key="void" call="voidInvoice" texts={texts.void} isDanger {...common} />
    ),
    status !== 'DRAFT' && status !== 'PENDING' && settled > 0 && (
      <ReasonAction
        key="refund"
        call="voidWithRefund"
        texts={texts.voidWithRefund}
        isDanger
        option={
          company.answer?.isFeeKeepable
            ? { name: 'keepsFee', label: paymentTexts.refundKeepsFee }
            : undefined
        }
        {...common}
      />
    ),
  ];
}

type OfferActionProps = { invoice: AnswerOf<'getInvoice'>; onChanged: () => void };

function OfferAction(props: OfferActionProps) {
  return (
    <>
      <OpenButton
        variant="secondary"
        label={invoiceTexts.offerAction}
        dialog={(onClose) => <OfferDialog {...props} onClose={onClose} />}
      />
      {props.invoice.offer !== null && <WithdrawOffer {...props} />}
    </>
  );
}

function OfferDialog({ invoice, onChanged, onClose }: OfferActionProps & { onClose: () => void }) {
  const texts = invoiceTexts;
  const [text, setText] = useState('');
  const typed = parseAmount(text);
  const amount = typed !== null && typed < invoice.balance ? typed : null;
  const balance = formatMoney(invoice.balance);
  const form = useActionForm('offerSettlement', {
    input: amount && { params: { invoiceId: invoice.id }, body: { amount } },
    done: texts.offered,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  return (
    <ActionDialog
      title={texts.offerTitle}
      text={texts.offerText(balance)}
      submitLabel={amount === null ? texts.offerPlain : texts.offerConfirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      <AmountInput
        label={texts.offerAmount}
        hint={
          amount === null
            ? undefined
            : texts.offerWaived(formatMoney(subtractCents(invoice.balance, amount)))
        }
        error={form.errorFor('amount', amount === null && texts.offerWrong(balance))}
        value={text}
        onValueChange={setText}
      />
    </ActionDialog>
  );
}

function WithdrawOffer({ invoice, onChanged }: OfferActionProps) {
  return (
    <ActionButton
      variant="secondary"
      call="withdrawOffer"
      input={{ params: { invoiceId: invoice.id } }}
      label={invoiceTexts.withdraw}
      done={invoiceTexts.withdrawn}
      onDone={onChanged}
    />
  );
}
