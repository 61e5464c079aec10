// The facts of an invoice.

import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { nameOf } from '../records/names.ts';
import { invoiceTexts } from '../texts/invoices.ts';
import { EditInvoice } from './edit-invoice.tsx';

type Invoice = AnswerOf<'getInvoice'>;

type InvoiceFactsProps = { invoice: Invoice; onChanged: (invoice: Invoice) => void };

const textRow = (label: string, value: string | null): SummaryRow | null =>
  value === null ? null : { label, value };

export function InvoiceFacts({ invoice, onChanged }: InvoiceFactsProps) {
  const paths = usePaths();
  const can = useCan();
  const [isEditing, setIsEditing] = useState(false);
  const { customerId, offer } = invoice;
  const customer = useRead('getCustomer', { params: { customerId } }).answer;
  const texts = invoiceTexts;
  const rows: (SummaryRow | null)[] = [
    { label: texts.balance, value: <Money text={formatMoney(invoice.balance)} />, isStrong: true },
    { label: texts.total, value: <Money text={formatMoney(invoice.total)} /> },
    { label: texts.paid, value: <Money text={formatMoney(invoice.paid)} /> },
    offer === null ? null : { label: texts.offer, value: <Money text={formatMoney(offer)} /> },
    {
      label: texts.customer,
      value: (
        <Link to={paths.customer(customerId)}>{customer ? nameOf(customer) : texts.customer}</Link>
      ),
    },
    { label: texts.due, value: formatDay(invoice.dueDate) },
    { label: texts.opened, value: formatDay(invoice.openedDate) },
    textRow(texts.description, invoice.description),
    textRow(texts.poNumber, invoice.poNumber),
    textRow(texts.note, invoice.note),
    textRow(texts.externalRef, invoice.externalRef),
  ];
  const edit = can('write') && invoice.voidedAt === null && (
    <Button variant="quiet" size="small" isFlush onClick={() => setIsEditing(true)}>
      {texts.edit}
    </Button>
  );
  return (
    <Section title={texts.facts} action={edit}>
      <SummaryList rows={rows.filter((row) => row !== null)} />
      {isEditing && (
        <EditInvoice invoice={invoice} onSaved={onChanged} onClose={() => setIsEditing(false)} />
      )}
    </Section>
  );
}
