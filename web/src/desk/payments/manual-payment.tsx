// Records a payment that was made without a processor, and reverses it (R89). A payment for a customer goes to the oldest invoices.

import { addCents, type Cents, minCents, subtractCents } from '@quittance/contract/money';
import { REVERSAL_CAUSES } from '@quittance/contract/payments/provider-schemas';
import {
  type InvoiceStatus,
  MANUAL_METHODS,
  type ManualMethod,
} from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney, parseAmount, parseDate, toDecimal, useMoments } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { ReadDialog } from '../shell/read-dialog.tsx';
import { manualTexts } from '../texts/payments.ts';
import { recordTexts } from '../texts/records.ts';
import styles from './payment-history.module.css';

type Invoice = Pick<AnswerOf<'getInvoice'>, 'id' | 'accountRef' | 'balance' | 'offer'>;
type Closing = { onChanged: () => void; onClose: () => void };

export const OPEN: readonly InvoiceStatus[] = ['DUE', 'IN_COLLECTION', 'DEFAULTED'];

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: recordTexts.methods[value] }));

export function RecordOnInvoice({
  invoice,
  onChanged,
}: { invoice: Invoice } & Pick<Closing, 'onChanged'>) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.label}
      dialog={(onClose) => (
        <RecordDialog invoices={[invoice]} onChanged={onChanged} onClose={onClose} />
      )}
    />
  );
}

type OfCustomer = { customerId: string };

export function RecordForCustomer({
  customerId,
  onChanged,
}: OfCustomer & Pick<Closing, 'onChanged'>) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.label}
      dialog={(onClose) => (
        <CustomerDialog customerId={customerId} onChanged={onChanged} onClose={onClose} />
      )}
    />
  );
}

const OLDEST_MAX = 100;

function CustomerDialog({ customerId, ...closing }: OfCustomer & Closing) {
  const query = { customerId, sort: 'dueDate', minBalance: 1, limit: OLDEST_MAX } as const;
  const invoices = useRead('listInvoices', { query });
  return (
    <ReadDialog title={manualTexts.title} read={invoices} onClose={closing.onClose}>
      {({ data }) => (
        <RecordDialog invoices={data.filter(({ status }) => OPEN.includes(status))} {...closing} />
      )}
    </ReadDialog>
  );
}

const owedOn = ({ balance, offer }: Invoice): Cents => offer ?? balance;

/** Fills the invoices in their order. */
function split(amount: Cents, invoices: readonly Invoice[]) {
  let rest = amount;
  return invoices.flatMap((invoice) => {
    const part = minCents(rest, owedOn(invoice));
    rest = subtractCents(rest, part);
    return part > 0 ? [{ invoice, amount: part }] : [];
  });
}

function toText(invoices: readonly Invoice[], owed: string): string {
  const [single, another] = invoices;
  if (!single || another) return manualTexts.textOfSeveral(owed);
  if (single.offer === null) return manualTexts.text(owed);
  return manualTexts.textOffer(owed, formatMoney(single.balance));
}

function RecordDialog({
  invoices,
  onChanged,
  onClose,
}: { invoices: readonly Invoice[] } & Closing) {
  const texts = manualTexts;
  const { today } = useMoments();
  const owed = addCents(...invoices.map(owedOn));
  const [method, setMethod] = useState<ManualMethod>('CHECK');
  const [text, setText] = useState(invoices.length === 1 ? toDecimal(owed) : '');
  const [day, setDay] = useState<string>(today());
  const [number, setNumber] = useState('');
  const [note, setNote] = useState('');
  const typed = parseAmount(text);
  const amount = typed !== null && typed <= owed ? typed : null;
  const parts = amount === null ? [] : split(amount, invoices);
  const receivedDate = parseDate(day);
  const reference = number.trim();
  const isReady = parts.length > 0 && receivedDate !== null && reference !== '';
  const form = useActionForm('recordManualPayment', {
    input: isReady
      ? {
          body: {
            invoices: parts.map((part) => ({ invoiceId: part.invoice.id, amount: part.amount })),
            method,
            reference,
            receivedDate,
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          },
        }
      : null,
    done: texts.done,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  const balance = formatMoney(owed);
  return (
    <ActionDialog
      title={texts.title}
      text={toText(invoices, balance)}
      submitLabel={amount === null ? texts.plain : texts.confirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      <Select label={texts.method} options={METHODS} value={method} onValueChange={setMethod} />
      <AmountInput
        label={texts.amount}
        error={form.errorFor('amount', parts.length === 0 && texts.wrong(balance))}
        value={text}
        onValueChange={setText}
      />
      {invoices.length > 1 && parts.length > 0 && (
        <SummaryList
          rows={parts.map((part) => ({
            label: part.invoice.accountRef,
            value: <Money text={formatMoney(part.amount)} />,
          }))}
        />
      )}
      <Input
        label={texts.received}
        type="date"
        max={today()}
        error={form.errorFor('receivedDate', receivedDate === null && texts.receivedMissing)}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Input
        label={texts.reference}
        hint={texts.referenceHint}
        error={form.errorFor('reference', reference === '' && texts.referenceMissing)}
        maxLength={60}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value)}
      />
      <Input
        label={texts.note}
        hint={texts.noteHint}
        isOptional
        maxLength={500}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** Money that no processor holds cannot be refunded by us, so the steps are listed instead. */
export function RefundByHand(props: ReversalProps) {
  const { label, title, text, steps } = manualTexts.refund;
  return (
    <OpenButton
      variant="secondary"
      label={label}
      dialog={(onClose) => (
        <Dialog isOpen size="small" title={title} onClose={onClose}>
          <Stack gap={4}>
            <Text>{text}</Text>
            <ol className={styles['numbered']}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <div>
              <ReverseAction {...props} />
            </div>
          </Stack>
        </Dialog>
      )}
    />
  );
}

type ReversalProps = { paymentId: string; onDone: () => void };

export function ReverseAction(props: ReversalProps) {
  return (
    <OpenButton
      variant="secondary"
      label={manualTexts.reverse.label}
      dialog={(onClose) => <ReverseDialog {...props} onClose={onClose} />}
    />
  );
}

const CAUSES = REVERSAL_CAUSES.map((value) => ({
  value,
  label: manualTexts.reverse.causes[value],
}));

function ReverseDialog({ paymentId, onDone, onClose }: ReversalProps & { onClose: () => void }) {
  const texts = manualTexts.reverse;
  const [cause, setCause] = useState<(typeof REVERSAL_CAUSES)[number]>('BOUNCED');
  const [text, setText] = useState('');
  const reason = text.trim();
  const form = useActionForm('reverseManualPayment', {
    input: reason === '' ? null : { params: { paymentId }, body: { cause, reason } },
    done: texts.done,
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text}
      submitLabel={texts.confirm}
      isDanger
      {...form.dialog}
      onClose={onClose}
    >
      <Select label={texts.cause} options={CAUSES} value={cause} onValueChange={setCause} />
      <ReasonInput form={form} value={text} onChange={setText} />
    </ActionDialog>
  );
}
