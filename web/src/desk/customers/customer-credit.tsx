// The credit of a customer (R90): applied to an open invoice, refunded, or recorded as paid out.

import { type Cents, minCents } from '@quittance/contract/money';
import { useState } from 'react';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney, parseAmount, toDecimal } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { Section } from '../forms/section.tsx';
import { OPEN } from '../payments/manual-payment.tsx';
import { ReadDialog } from '../shell/read-dialog.tsx';
import { creditTexts } from '../texts/credit.ts';
import type { Customer } from './customer-draft.ts';
import { RefundCredit } from './refund-credit.tsx';

type CreditProps = {
  customer: Pick<Customer, 'id' | 'credit' | 'creditReserved'>;
  onChanged: () => void;
};

export function CustomerCredit(props: CreditProps) {
  const can = useCan();
  const { credit, creditReserved } = props.customer;
  if (credit === 0 && creditReserved === 0) return null;
  return (
    <Section title={creditTexts.credit}>
      <Stack gap={3}>
        <Money text={formatMoney(credit)} isStrong />
        {creditReserved > 0 && (
          <Text tone="muted">{creditTexts.reserved(formatMoney(creditReserved))}</Text>
        )}
        {can('money') && credit > 0 && (
          <Stack direction="row" gap={2} wraps>
            <OpenButton
              label={creditTexts.apply.label}
              dialog={(onClose) => <ApplyLoader {...props} onClose={onClose} />}
            />
            <OpenButton
              variant="secondary"
              label={creditTexts.refund.label}
              dialog={(onClose) => <RefundCredit {...props} onClose={onClose} />}
            />
            <OpenButton
              variant="secondary"
              label={creditTexts.payOut.label}
              dialog={(onClose) => <PayOutDialog {...props} onClose={onClose} />}
            />
          </Stack>
        )}
      </Stack>
    </Section>
  );
}

type DialogProps = CreditProps & { onClose: () => void };

const OLDEST_MAX = 100;

/** Opens the dialog once the invoices are known, so that the oldest is chosen. */
function ApplyLoader(props: DialogProps) {
  const query = { customerId: props.customer.id, sort: 'dueDate', minBalance: 1 } as const;
  const invoices = useRead('listInvoices', { query: { ...query, limit: OLDEST_MAX } });
  return (
    <ReadDialog title={creditTexts.apply.title} read={invoices} onClose={props.onClose}>
      {({ data }) => (
        <ApplyDialog {...props} invoices={data.filter(({ status }) => OPEN.includes(status))} />
      )}
    </ReadDialog>
  );
}

type Invoice = ItemOf<'listInvoices'>;

const payable = ({ balance, offer }: Invoice): Cents => offer ?? balance;

function ApplyDialog({
  customer: { id: customerId, credit },
  invoices,
  onChanged,
  onClose,
}: DialogProps & { invoices: readonly Invoice[] }) {
  const texts = creditTexts.apply;
  const limit = (invoice: Invoice | undefined) =>
    invoice ? minCents(credit, payable(invoice)) : null;
  const [invoiceId, setInvoiceId] = useState<string>(invoices[0]?.id ?? '');
  const invoice = invoices.find(({ id }) => id === invoiceId);
  const most = limit(invoice);
  const [text, setText] = useState(most === null ? '' : toDecimal(most));
  const typed = parseAmount(text);
  const amount = typed !== null && most !== null && typed <= most ? typed : null;
  const label = amount === null ? texts.plain : texts.confirm(formatMoney(amount));
  const form = useActionForm('applyCredit', {
    input:
      amount !== null && invoice
        ? { params: { customerId }, body: { invoiceId: invoice.id, amount } }
        : null,
    done: texts.done,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  const options: readonly { value: string; label: string }[] = invoices.map((one) => ({
    value: one.id,
    label: texts.option(one.accountRef, formatMoney(payable(one))),
  }));
  const choose = (id: string): void => {
    setInvoiceId(id);
    const next = limit(invoices.find((one) => one.id === id));
    if (next !== null) setText(toDecimal(next));
  };
  return (
    <ActionDialog
      title={texts.title}
      text={invoice ? texts.text(formatMoney(credit)) : texts.none}
      submitLabel={invoice ? label : null}
      {...form.dialog}
      onClose={onClose}
    >
      {most !== null && (
        <>
          <Select
            label={texts.invoice}
            options={options}
            value={invoiceId}
            onValueChange={choose}
          />
          <AmountInput
            label={texts.amount}
            error={form.errorFor('amount', amount === null && texts.wrong(formatMoney(most)))}
            value={text}
            onValueChange={setText}
          />
        </>
      )}
    </ActionDialog>
  );
}

function PayOutDialog({ customer, onChanged, onClose }: DialogProps) {
  const texts = creditTexts.payOut;
  const { id: customerId, credit } = customer;
  const [text, setText] = useState(toDecimal(credit));
  const [why, setWhy] = useState('');
  const typed = parseAmount(text);
  const amount = typed !== null && typed <= credit ? typed : null;
  const reason = why.trim();
  const form = useActionForm('payOutCredit', {
    input:
      amount !== null && reason !== ''
        ? { params: { customerId }, body: { amount, reason } }
        : null,
    done: texts.done,
    onDone: () => {
      onClose();
      onChanged();
    },
  });
  return (
    <ActionDialog
      title={texts.title}
      text={texts.text(formatMoney(credit))}
      submitLabel={amount === null ? texts.plain : texts.confirm(formatMoney(amount))}
      {...form.dialog}
      onClose={onClose}
    >
      <AmountInput
        label={texts.amount}
        error={form.errorFor('amount', amount === null && texts.wrong(formatMoney(credit)))}
        value={text}
        onValueChange={setText}
      />
      <ReasonInput form={form} value={why} onChange={setWhy} />
    </ActionDialog>
  );
}
