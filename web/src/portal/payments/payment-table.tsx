// A list of payments with invoice, date, method, status, amount and receipt.

import type { Transaction } from '@quittance/contract/invoices/portal-schemas';
import type { Zone } from '@quittance/contract/local-time';
import { Link } from 'react-router';
import { invoiceListTexts } from '#texts/account/invoice-lists';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { TRANSACTION_TYPE_LABELS } from '#texts/shared/labels';
import { joinFacts } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { titleLinkClass } from '../../shared/ui/text/link-class.ts';
import { Text } from '../../shared/ui/text/text.tsx';
import { PaymentBadge } from '../invoices/status-badge.tsx';
import { PaidAmount } from './paid-amount.tsx';
import { PaidWith } from './paid-with.tsx';
import { PaymentDate } from './payment-date.tsx';
import { hasNote, PaymentNote } from './payment-note.tsx';
import { ReceiptButton } from './receipt-button.tsx';

const HEADERS = invoiceListTexts.paymentColumns;

function PaidFor({ payment, domain }: { payment: Transaction; domain: string }) {
  const { invoice, purpose, type, together } = payment;
  if (together) return <PaidTogether together={together} />;
  if (!invoice) return <Text isStrong>{invoiceListTexts.purposes[purpose]}</Text>;
  const params = { company: domain, invoiceRef: invoice.accountRef };
  return (
    <TwoLineCell note={joinFacts([invoice.productName, TRANSACTION_TYPE_LABELS[type]])}>
      <Link className={titleLinkClass()} to={hrefTo(PORTAL_PAGES.invoice, params)}>
        {invoice.accountRef}
      </Link>
    </TwoLineCell>
  );
}

/** A payment for several invoices (R48). Its receipt lists all of them. */
function PaidTogether({ together }: { together: NonNullable<Transaction['together']> }) {
  const { count, parts } = together;
  const named = parts.map(({ accountRef }) => accountRef).join(', ');
  return (
    <TwoLineCell note={parts.length < count ? `${named}, …` : named}>
      <Text isStrong>{payInvoicesTexts.chosen(count)}</Text>
    </TwoLineCell>
  );
}

type Context = { domain: string; zone: Zone };

function columnsFor({ domain, zone }: Context): Column<Transaction>[] {
  return [
    {
      key: 'date',
      header: HEADERS.date,
      width: '23%',
      card: 'row',
      cell: ({ createdAt }) => <PaymentDate at={createdAt} zone={zone} />,
    },
    {
      key: 'for',
      header: HEADERS.invoice,
      card: 'title',
      cell: (payment) => <PaidFor payment={payment} domain={domain} />,
    },
    {
      key: 'method',
      header: HEADERS.method,
      isWhole: true,
      width: '18%',
      card: 'row',
      cell: ({ method, paymentMethod, reference }) => (
        <PaidWith method={method} line={paymentMethod} reference={reference} />
      ),
    },
    {
      key: 'status',
      header: HEADERS.status,
      width: '16%',
      card: 'badge',
      cell: ({ status }) => <PaymentBadge status={status} />,
    },
    {
      key: 'amount',
      header: HEADERS.amount,
      align: 'end',
      width: '15%',
      card: 'aside',
      cell: (payment) => <PaidAmount {...payment} />,
    },
    {
      key: 'receipt',
      header: HEADERS.receipt,
      isHeaderHidden: true,
      align: 'end',
      width: '76px',
      card: 'action',
      cell: (payment) => <ReceiptButton look="icon" payment={payment} />,
    },
  ];
}

function toNote(payment: Transaction) {
  return hasNote(payment) ? <PaymentNote payment={payment} /> : null;
}

type PaymentTableProps = Context & {
  caption: string;
  payments: readonly Transaction[] | null;
};

export function PaymentTable({ caption, payments, ...context }: PaymentTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={columnsFor(context)}
      rows={payments}
      rowKey={({ id, type }) => `${id} ${type}`}
      rowNote={toNote}
      isHeadHidden
      isFixed
    />
  );
}
