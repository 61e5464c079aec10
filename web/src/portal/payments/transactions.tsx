// The payments of one invoice. A public link shows neither method details nor receipts (R4).

import type { PublicTransaction, Transaction } from '@quittance/contract/invoices/portal-schemas';
import type { Zone } from '@quittance/contract/local-time';
import { invoiceTexts } from '#texts/account/invoice';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { NotShown } from '../../shared/ui/feedback/not-shown.tsx';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { PaymentBadge } from '../invoices/status-badge.tsx';
import { PaidAmount } from './paid-amount.tsx';
import { PaidWith } from './paid-with.tsx';
import { PaymentDate } from './payment-date.tsx';
import { hasNote, PaymentNote } from './payment-note.tsx';

const ReceiptButton = onDemand(async () => (await import('./receipt-button.tsx')).ReceiptButton, {
  waiting: () => null,
  failed: (retry) => <NotShown as="icon" onRetry={retry} />,
}).Component;

const texts = invoiceTexts.payments;

type AnyTransaction = PublicTransaction | Transaction;

function columnsFor(zone: Zone): Column<AnyTransaction>[] {
  return [
    {
      key: 'date',
      header: texts.columns.date,
      isWhole: true,
      card: 'title',
      cell: ({ createdAt }) => <PaymentDate at={createdAt} zone={zone} />,
    },
    {
      key: 'method',
      header: texts.columns.method,
      isWhole: true,
      cell: (payment) => (
        <PaidWith
          method={payment.method}
          {...('paymentMethod' in payment
            ? { line: payment.paymentMethod, reference: payment.reference }
            : {})}
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
      isWhole: true,
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
        <ReceiptButton look="icon" payment={'receiptUrl' in payment ? payment : null} />
      ),
    },
  ];
}

export type TransactionsProps = { transactions: readonly AnyTransaction[]; zone: Zone };

export function Transactions({ transactions, zone }: TransactionsProps) {
  return (
    <DataTable
      caption={texts.caption}
      columns={columnsFor(zone)}
      rows={transactions}
      rowKey={({ createdAt, amount, status }) => `${createdAt} ${amount} ${status}`}
      rowNote={(payment) => (hasNote(payment) ? <PaymentNote payment={payment} /> : null)}
    />
  );
}
