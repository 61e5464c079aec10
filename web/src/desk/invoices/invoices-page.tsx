// All invoices of the company.

import { INVOICE_STATUSES } from '@quittance/contract/vocabulary';
import { INVOICE_STATUS_LABELS } from '#texts/shared/labels';
import { Money } from '../../shared/ui/text/money.tsx';
import { formatDay, formatMoney, toDecimal } from '../format.ts';
import { TAG } from '../records/names.ts';
import { InvoiceBadge } from '../records/status-badges.tsx';
import { customerColumn, TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { formTexts } from '../texts/forms.ts';
import { invoicesTexts } from '../texts/invoices.ts';

const { presets, fields, columns: headers } = invoicesTexts;

/** Two statuses are labeled 'Paid'. One of them follows a plan. */
const STATUS_OPTIONS = INVOICE_STATUSES.map((value) => ({
  value,
  label:
    value === 'PAYMENT_PLAN_COLLECTED' ? invoicesTexts.paidByPlan : INVOICE_STATUS_LABELS[value],
}));

export const InvoicesPage = createListPage({
  call: 'listInvoices',
  title: invoicesTexts.title,
  views: 'invoices',
  presets: [
    { label: presets.open, filters: { status: 'DUE' } },
    { label: presets.overdue, filters: { isOverdue: 'true', sort: 'dueDate' } },
    { label: presets.plan, filters: { status: 'PAYMENT_PLAN_IN_PROGRESS' } },
    { label: presets.disputed, filters: { status: 'DISPUTED' } },
    { label: presets.paid, filters: { status: 'COLLECTED' } },
    { label: presets.drafts, filters: { status: 'DRAFT' } },
  ],
  fields: [
    { name: 'status', label: fields.status, kind: 'choice', options: STATUS_OPTIONS },
    { name: 'dueFrom', label: fields.dueFrom, kind: 'date' },
    { name: 'dueTo', label: fields.dueTo, kind: 'date' },
    { name: 'minBalance', label: fields.minBalance, kind: 'amount' },
    { name: 'maxBalance', label: fields.maxBalance, kind: 'amount' },
    { name: 'metadata', label: fields.tag, kind: 'pair', key: TAG },
  ],
  filters: ['isOverdue', 'customerId'],
  search: invoicesTexts.search,
  defaultSort: '-createdAt',
  columns: ({ paths }) => [
    {
      header: headers.accountRef,
      sort: 'accountRef',
      cell: ({ id, accountRef, customerName, dueDate }) => (
        <TitleCell
          href={paths.invoice(id)}
          title={accountRef}
          note={customerName}
          phoneNote={invoicesTexts.due(formatDay(dueDate))}
        />
      ),
    },
    customerColumn(paths, { header: headers.customer, width: '30%' }),
    {
      header: headers.dueDate,
      width: '124px',
      sort: 'dueDate',
      from: 'tablet',
      cell: ({ dueDate }) => formatDay(dueDate),
    },
    {
      header: headers.status,
      width: '144px',
      cell: (invoice) => <InvoiceBadge invoice={invoice} />,
    },
    {
      header: headers.total,
      width: '128px',
      align: 'end',
      from: 'desktop',
      cell: ({ total }) => <Money text={formatMoney(total)} />,
    },
    {
      header: headers.balance,
      width: '128px',
      align: 'end',
      sort: 'balance',
      cell: ({ balance }) => <Money text={formatMoney(balance)} isStrong />,
    },
  ],
  csv: {
    fileName: 'invoices.csv',
    columns: [
      { header: headers.accountRef, value: ({ accountRef }) => accountRef },
      { header: headers.customer, value: ({ customerName }) => customerName },
      { header: headers.product, value: ({ productName }) => productName },
      { header: headers.externalRef, value: ({ externalRef }) => externalRef },
      { header: headers.dueDate, value: ({ dueDate }) => dueDate },
      { header: headers.status, value: ({ status }) => INVOICE_STATUS_LABELS[status] },
      { header: headers.total, value: ({ total }) => toDecimal(total) },
      { header: headers.credited, value: ({ credited }) => toDecimal(credited) },
      { header: headers.waived, value: ({ waived }) => toDecimal(waived) },
      { header: headers.paidBefore, value: ({ paidBefore }) => toDecimal(paidBefore) },
      { header: headers.paid, value: ({ paid }) => toDecimal(paid) },
      { header: headers.refunded, value: ({ refunded }) => toDecimal(refunded) },
      { header: headers.balance, value: ({ balance }) => toDecimal(balance) },
      { header: fields.tag, value: ({ metadata }) => metadata?.[TAG] ?? null },
    ],
  },
  bulk: {
    toTitle: ({ accountRef, customerName }) => `${accountRef} · ${customerName}`,
    actions: [
      {
        ...invoicesTexts.bulk.send,
        scope: 'write',
        typed: { ...invoicesTexts.bulk.sendTyped, maxLength: 500 },
        toCall: ({ id }, note) => ({
          name: 'sendInvoice',
          input: { params: { invoiceId: id }, body: { note: note || null } },
        }),
      },
      {
        ...invoicesTexts.bulk.remind,
        scope: 'write',
        toCall: ({ id }) => ({ name: 'remindInvoice', input: { params: { invoiceId: id } } }),
      },
      {
        ...invoicesTexts.bulk.tag,
        scope: 'write',
        typed: { ...invoicesTexts.bulk.tagTyped, maxLength: 40 },
        toCall: ({ id }, tag) => ({
          name: 'changeInvoice',
          input: { params: { invoiceId: id }, body: { metadata: { [TAG]: tag || null } } },
        }),
      },
      {
        ...invoicesTexts.bulk.writeOff,
        scope: 'money',
        typed: {
          label: formTexts.reason,
          hint: formTexts.reasonHint,
          missing: formTexts.reasonMissing,
          maxLength: 500,
        },
        toCall: ({ id }, reason) => ({
          name: 'writeOffInvoice',
          input: { params: { invoiceId: id }, body: { reason } },
        }),
      },
    ],
  },
  add: { label: invoicesTexts.add, href: ({ newInvoice }) => newInvoice },
  empty: { title: invoicesTexts.empty, text: invoicesTexts.emptyText },
});
