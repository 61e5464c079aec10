// All payments of the company.

import { PAYMENT_STATES } from '@quittance/contract/invoices/payment-provider-schemas';
import { METHOD_TYPES } from '@quittance/contract/vocabulary';
import { Link } from 'react-router';
import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { formatMoney, toDecimal } from '../format.ts';
import type { DeskPaths } from '../paths.ts';
import { MethodCell } from '../records/method-cell.tsx';
import { paymentTabs } from '../records/payment-tabs.ts';
import { PaymentBadge } from '../records/status-badges.tsx';
import { customerColumn, TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { paymentsTexts } from '../texts/payments.ts';
import { recordTexts } from '../texts/records.ts';

const { presets, fields, columns: headers } = paymentsTexts;

const STATES = PAYMENT_STATES.map((value) => ({ value, label: recordTexts.paymentStates[value] }));
const METHODS = METHOD_TYPES.map((value) => ({ value, label: recordTexts.methods[value] }));

function InvoiceCell({ row, paths }: { row: ItemOf<'listPayments'>; paths: DeskPaths }) {
  const { invoiceId, accountRef, parts } = row;
  if (invoiceId !== null)
    return <Link to={paths.invoice(invoiceId)}>{accountRef ?? headers.invoice}</Link>;
  return parts.length > 0 ? recordTexts.several(parts.length) : null;
}

export const PaymentsPage = createListPage({
  call: 'listPayments',
  title: paymentsTexts.title,
  tabs: paymentTabs,
  views: 'payments',
  presets: [
    { label: presets.held, filters: { isHeld: 'true' } },
    { label: presets.pending, filters: { state: 'PENDING' } },
    { label: presets.succeeded, filters: { state: 'SUCCEEDED' } },
    { label: presets.failed, filters: { state: 'FAILED' } },
    { label: presets.returned, filters: { state: 'RETURNED' } },
  ],
  fields: [
    { name: 'state', label: fields.state, kind: 'choice', options: STATES },
    { name: 'method', label: fields.method, kind: 'choice', options: METHODS },
    { name: 'createdFrom', label: fields.createdFrom, kind: 'from' },
    { name: 'createdTo', label: fields.createdTo, kind: 'until' },
    { name: 'minAmount', label: fields.minAmount, kind: 'amount' },
    { name: 'maxAmount', label: fields.maxAmount, kind: 'amount' },
    { name: 'processorReference', label: fields.processorReference, kind: 'text' },
  ],
  filters: ['isHeld', 'customerId', 'invoiceId'],
  search: paymentsTexts.search,
  defaultSort: '-createdAt',
  columns: ({ paths, moments: { moment } }) => [
    {
      header: headers.created,
      sort: 'createdAt',
      cell: ({ id, createdAt, customerName, method }) => (
        <TitleCell
          href={paths.payment(id)}
          title={moment(createdAt)}
          note={customerName}
          phoneNote={recordTexts.methods[method]}
        />
      ),
    },
    customerColumn(paths, { header: headers.customer, width: '22%' }),
    {
      header: headers.invoice,
      width: '112px',
      from: 'desktop',
      cell: (row) => <InvoiceCell row={row} paths={paths} />,
    },
    { header: headers.method, width: '164px', from: 'tablet', cell: MethodCell },
    { header: headers.state, width: '144px', cell: ({ state }) => <PaymentBadge state={state} /> },
    {
      header: headers.amount,
      width: '120px',
      align: 'end',
      sort: 'amount',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ],
  csv: {
    fileName: 'payments.csv',
    columns: [
      { header: headers.id, value: ({ id }) => id },
      { header: headers.created, value: ({ createdAt }) => createdAt },
      { header: headers.settled, value: ({ settledAt }) => settledAt },
      { header: headers.customer, value: ({ customerName }) => customerName },
      { header: headers.invoice, value: ({ accountRef }) => accountRef },
      { header: headers.method, value: ({ method }) => recordTexts.methods[method] },
      { header: headers.state, value: ({ state }) => recordTexts.paymentStates[state] },
      { header: headers.amount, value: ({ amount }) => toDecimal(amount) },
      { header: headers.fee, value: ({ fee }) => toDecimal(fee) },
      { header: headers.refunded, value: ({ refunded }) => toDecimal(refunded) },
      { header: headers.processor, value: ({ processor }) => processor },
      { header: headers.reference, value: ({ processorReference }) => processorReference },
    ],
  },
  empty: { icon: 'card', title: paymentsTexts.empty, text: paymentsTexts.emptyText },
});
