// All payments of the company.

import { PAYMENT_STATES } from '@quittance/contract/payments/provider-schemas';
import { METHOD_TYPES } from '@quittance/contract/vocabulary';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { usePages } from '../api/use-pages.ts';
import { decimalOf, formatMoney, type Moments, useMoments } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { MethodCell } from '../records/method-cell.tsx';
import { PaymentBadge } from '../records/status-badges.tsx';
import { TitleCell } from '../records/title-cell.tsx';
import { Page } from '../shell/page.tsx';
import type { CsvColumn } from '../table/csv.ts';
import { ExportButton } from '../table/export-button.tsx';
import type { FilterField } from '../table/filter-fields.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { paymentsTexts } from '../texts/payments.ts';
import { recordTexts } from '../texts/records.ts';
import { tableTexts } from '../texts/table.ts';

type Row = ItemOf<'listPayments'>;

const NAMES = [
  ...['sort', 'state', 'isHeld', 'method', 'createdFrom', 'createdTo'],
  ...['minAmount', 'maxAmount', 'processorReference', 'customerId', 'invoiceId'],
];

const { presets, fields, columns: headers } = paymentsTexts;

const PRESETS = [
  { label: tableTexts.all, filters: {} },
  { label: presets.held, filters: { isHeld: 'true' } },
  { label: presets.pending, filters: { state: 'PENDING' } },
  { label: presets.succeeded, filters: { state: 'SUCCEEDED' } },
  { label: presets.failed, filters: { state: 'FAILED' } },
  { label: presets.returned, filters: { state: 'RETURNED' } },
];

const FIELDS: readonly FilterField[] = [
  {
    name: 'state',
    label: fields.state,
    kind: 'choice',
    options: PAYMENT_STATES.map((value) => ({ value, label: recordTexts.paymentStates[value] })),
  },
  {
    name: 'method',
    label: fields.method,
    kind: 'choice',
    options: METHOD_TYPES.map((value) => ({ value, label: recordTexts.methods[value] })),
  },
  { name: 'createdFrom', label: fields.createdFrom, kind: 'from' },
  { name: 'createdTo', label: fields.createdTo, kind: 'until' },
  { name: 'minAmount', label: fields.minAmount, kind: 'amount' },
  { name: 'maxAmount', label: fields.maxAmount, kind: 'amount' },
  { name: 'processorReference', label: fields.processorReference, kind: 'text' },
];

function InvoiceCell({ row, paths }: { row: Row; paths: DeskPaths }) {
  if (row.invoiceId !== null)
    return (
      <Link to={paths.invoice(row.invoiceId)}>
        {row.accountRef ?? paymentsTexts.columns.invoice}
      </Link>
    );
  return row.parts.length > 0 ? recordTexts.several(row.parts.length) : null;
}

function columnsOf(paths: DeskPaths, { moment }: Moments): RecordColumn<Row>[] {
  return [
    {
      id: 'created',
      header: headers.created,
      sort: 'createdAt',
      cell: ({ id, createdAt, customerName, method }) => (
        <TitleCell
          href={paths.payment(id)}
          title={moment(createdAt)}
          note={paymentsTexts.note(customerName, recordTexts.methods[method])}
        />
      ),
    },
    {
      id: 'customer',
      header: headers.customer,
      width: '24%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'invoice',
      header: headers.invoice,
      width: '120px',
      from: 'desktop',
      cell: (row) => <InvoiceCell row={row} paths={paths} />,
    },
    { id: 'method', header: headers.method, width: '152px', from: 'tablet', cell: MethodCell },
    {
      id: 'state',
      header: headers.state,
      width: '168px',
      cell: ({ state }) => <PaymentBadge state={state} />,
    },
    {
      id: 'amount',
      header: headers.amount,
      width: '120px',
      align: 'end',
      sort: 'amount',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ];
}

const CSV: readonly CsvColumn<Row>[] = [
  { header: headers.id, value: ({ id }) => id },
  { header: headers.created, value: ({ createdAt }) => createdAt },
  { header: headers.settled, value: ({ settledAt }) => settledAt },
  { header: headers.customer, value: ({ customerName }) => customerName },
  { header: headers.invoice, value: ({ accountRef }) => accountRef },
  { header: headers.method, value: ({ method }) => recordTexts.methods[method] },
  { header: headers.state, value: ({ state }) => recordTexts.paymentStates[state] },
  { header: headers.amount, value: ({ amount }) => decimalOf(amount) },
  { header: headers.fee, value: ({ fee }) => decimalOf(fee) },
  { header: headers.refunded, value: ({ refunded }) => decimalOf(refunded) },
  { header: headers.processor, value: ({ processor }) => processor },
  { header: headers.reference, value: ({ processorReference }) => processorReference },
];

export function PaymentsPage() {
  const paths = usePaths();
  const moments = useMoments();
  const query = useListQuery(NAMES);
  const pages = usePages('listPayments', query.filters);
  const columns = useMemo(() => columnsOf(paths, moments), [paths, moments]);
  const exporting = (
    <ExportButton
      call="listPayments"
      filters={query.filters}
      fileName="payments.csv"
      columns={CSV}
    />
  );
  return (
    <Page title={paymentsTexts.title} actions={exporting}>
      <RecordList
        list="payments"
        caption={paymentsTexts.title}
        columns={columns}
        pages={pages}
        query={query}
        presets={PRESETS}
        fields={FIELDS}
        defaultSort="-createdAt"
        empty={
          <EmptyState icon="card" title={paymentsTexts.empty} text={paymentsTexts.emptyText} />
        }
      />
    </Page>
  );
}
