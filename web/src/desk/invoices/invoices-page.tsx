// All invoices of the company.

import type { View } from '@quittance/contract/reports/view-schemas';
import { INVOICE_STATUSES } from '@quittance/contract/vocabulary';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { INVOICE_STATUS_LABELS } from '#texts/shared/labels';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { usePages } from '../api/use-pages.ts';
import { decimalOf, formatDay, formatMoney } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { InvoiceBadge } from '../records/status-badges.tsx';
import { TitleCell } from '../records/title-cell.tsx';
import { Page } from '../shell/page.tsx';
import type { CsvColumn } from '../table/csv.ts';
import { ExportButton } from '../table/export-button.tsx';
import type { FilterField } from '../table/filter-fields.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { invoicesTexts } from '../texts/invoices.ts';
import { tableTexts } from '../texts/table.ts';

type Row = ItemOf<'listInvoices'>;

const LIST: View['list'] = 'invoices';
const NAMES = [
  ...['search', 'sort', 'status', 'isOverdue', 'customerId'],
  ...['dueFrom', 'dueTo', 'minBalance', 'maxBalance'],
];

const { presets, fields, columns: headers } = invoicesTexts;

const PRESETS = [
  { label: tableTexts.all, filters: {} },
  { label: presets.open, filters: { status: 'DUE' } },
  { label: presets.overdue, filters: { isOverdue: 'true', sort: 'dueDate' } },
  { label: presets.plan, filters: { status: 'PAYMENT_PLAN_IN_PROGRESS' } },
  { label: presets.disputed, filters: { status: 'DISPUTED' } },
  { label: presets.paid, filters: { status: 'COLLECTED' } },
  { label: presets.drafts, filters: { status: 'DRAFT' } },
];

/** Two statuses are called 'Paid': one of them after a plan. */
const STATUS_OPTIONS = INVOICE_STATUSES.map((value) => ({
  value,
  label:
    value === 'PAYMENT_PLAN_COLLECTED' ? invoicesTexts.paidByPlan : INVOICE_STATUS_LABELS[value],
}));

const FIELDS: readonly FilterField[] = [
  { name: 'status', label: fields.status, kind: 'choice', options: STATUS_OPTIONS },
  { name: 'dueFrom', label: fields.dueFrom, kind: 'date' },
  { name: 'dueTo', label: fields.dueTo, kind: 'date' },
  { name: 'minBalance', label: fields.minBalance, kind: 'amount' },
  { name: 'maxBalance', label: fields.maxBalance, kind: 'amount' },
];

function columnsOf(paths: DeskPaths): RecordColumn<Row>[] {
  return [
    {
      id: 'accountRef',
      header: headers.accountRef,
      sort: 'accountRef',
      cell: ({ id, accountRef, customerName, dueDate }) => (
        <TitleCell
          href={paths.invoice(id)}
          title={accountRef}
          note={invoicesTexts.note(customerName, formatDay(dueDate))}
        />
      ),
    },
    {
      id: 'customer',
      header: headers.customer,
      width: '30%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'dueDate',
      header: headers.dueDate,
      width: '124px',
      sort: 'dueDate',
      from: 'tablet',
      cell: ({ dueDate }) => formatDay(dueDate),
    },
    {
      id: 'status',
      header: headers.status,
      width: '144px',
      cell: (invoice) => <InvoiceBadge invoice={invoice} />,
    },
    {
      id: 'total',
      header: headers.total,
      width: '128px',
      align: 'end',
      from: 'desktop',
      cell: ({ total }) => <Money text={formatMoney(total)} />,
    },
    {
      id: 'balance',
      header: headers.balance,
      width: '128px',
      align: 'end',
      sort: 'balance',
      cell: ({ balance }) => <Money text={formatMoney(balance)} isStrong />,
    },
  ];
}

const CSV: readonly CsvColumn<Row>[] = [
  { header: headers.accountRef, value: ({ accountRef }) => accountRef },
  { header: headers.customer, value: ({ customerName }) => customerName },
  { header: headers.product, value: ({ productName }) => productName },
  { header: headers.externalRef, value: ({ externalRef }) => externalRef },
  { header: headers.dueDate, value: ({ dueDate }) => dueDate },
  { header: headers.status, value: ({ status }) => INVOICE_STATUS_LABELS[status] },
  { header: headers.total, value: ({ total }) => decimalOf(total) },
  { header: headers.paid, value: ({ paid }) => decimalOf(paid) },
  { header: headers.balance, value: ({ balance }) => decimalOf(balance) },
];

export function InvoicesPage() {
  const paths = usePaths();
  const can = useCan();
  const query = useListQuery(NAMES);
  const pages = usePages('listInvoices', query.filters);
  const columns = useMemo(() => columnsOf(paths), [paths]);
  const add = can('write') && (
    <Link to={paths.newInvoice} className={buttonClass()}>
      {invoicesTexts.add}
    </Link>
  );
  const exporting = (
    <ExportButton
      call="listInvoices"
      filters={query.filters}
      fileName="invoices.csv"
      columns={CSV}
    />
  );
  return (
    <Page
      title={invoicesTexts.title}
      actions={
        <>
          {exporting}
          {add}
        </>
      }
    >
      <RecordList
        list={LIST}
        caption={invoicesTexts.title}
        columns={columns}
        pages={pages}
        query={query}
        presets={PRESETS}
        fields={FIELDS}
        searchLabel={invoicesTexts.search}
        defaultSort="-createdAt"
        empty={
          <EmptyState title={invoicesTexts.empty} text={invoicesTexts.emptyText} action={add} />
        }
      />
    </Page>
  );
}
