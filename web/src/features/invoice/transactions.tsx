// The payments of one invoice. Behind a public link there is neither a method's number nor a receipt to
// show (R4): date, kind, status and amount, and where the receipt would be, who may have it.

import { formatInstantDate, formatTime } from '@quittance/contract/format';
import type { PublicTransaction, Transaction } from '@quittance/contract/invoices';
import { lazy, Suspense } from 'react';
import { invoiceTexts } from '#texts/account/invoice';
import { type Column, DataTable } from '../../ui/data/data-table.tsx';
import { Text } from '../../ui/text/text.tsx';
import { PaidAmount } from './paid-amount.tsx';
import { PaidWith } from './paid-with.tsx';
import { PaymentBadge } from './status-badge.tsx';

const ReceiptButton = lazy(async () => ({
  default: (await import('./receipt-button.tsx')).ReceiptButton,
}));

const texts = invoiceTexts.payments;

type AnyTransaction = PublicTransaction | Transaction;

function columnsFor(timeZone: string): Column<AnyTransaction>[] {
  return [
    {
      key: 'date',
      header: texts.columns.date,
      card: 'title',
      cell: ({ createdAt }) => (
        <div>
          <Text>{formatInstantDate(createdAt, timeZone)}</Text>
          <Text size="small" tone="subtle">
            {formatTime(createdAt, timeZone)}
          </Text>
        </div>
      ),
    },
    {
      key: 'method',
      header: texts.columns.method,
      cell: (payment) => (
        <PaidWith
          method={payment.method}
          line={'paymentMethod' in payment ? payment.paymentMethod : null}
        />
      ),
    },
    {
      key: 'status',
      header: texts.columns.status,
      card: 'badge',
      cell: ({ status }) => <PaymentBadge status={status} />,
    },
    {
      key: 'amount',
      header: texts.columns.amount,
      align: 'end',
      card: 'aside',
      cell: (payment) => <PaidAmount {...payment} />,
    },
    {
      key: 'receipt',
      header: texts.columns.receipt,
      isHeaderHidden: true,
      align: 'end',
      card: 'action',
      width: '76px',
      cell: (payment) => (
        <Suspense fallback={null}>
          <ReceiptButton look="icon" payment={'receiptUrl' in payment ? payment : null} />
        </Suspense>
      ),
    },
  ];
}

/** The table in its final shape; nothing in it depends on the company before there are rows. */
export function TransactionsSkeleton() {
  return (
    <DataTable
      caption={texts.caption}
      columns={columnsFor('UTC')}
      rows={[]}
      rowKey={() => ''}
      skeletonRows={2}
    />
  );
}

type TransactionsProps = { transactions: readonly AnyTransaction[]; timeZone: string };

export function Transactions({ transactions, timeZone }: TransactionsProps) {
  if (transactions.length === 0) {
    return <Text tone="muted">{texts.none}</Text>;
  }
  return (
    <DataTable
      caption={texts.caption}
      columns={columnsFor(timeZone)}
      rows={transactions}
      rowKey={({ createdAt, amount, status }) => `${createdAt} ${amount} ${status}`}
    />
  );
}
