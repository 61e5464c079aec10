// The payments of one invoice. Behind a public link there is neither a method's number nor a receipt to
// show (R4): date, kind, status and amount only.

import { formatInstantDate, formatMoney, formatTime } from '@quittance/contract/format';
import type { PublicTransaction } from '@quittance/contract/invoices';
import type { MethodType } from '@quittance/contract/vocabulary';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { Stack } from '../../ui/stack.tsx';
import { Text } from '../../ui/text.tsx';
import { PaymentBadge } from './status-badge.tsx';

const METHODS = {
  CARD: { label: 'Card', icon: 'card' },
  ACH: { label: 'Bank account', icon: 'bank' },
  CASH: { label: 'Cash', icon: 'receipt' },
  NEGOTIATION: { label: 'Agreed reduction', icon: 'edit' },
} as const satisfies Record<MethodType, { label: string; icon: IconName }>;

function columnsFor(timeZone: string): Column<PublicTransaction>[] {
  return [
    {
      key: 'date',
      header: 'Date',
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
      header: 'Method',
      card: 'badge',
      cell: ({ method }) => (
        <Stack direction="row" gap={2} align="center">
          <Icon name={METHODS[method].icon} />
          {METHODS[method].label}
        </Stack>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      card: 'action',
      cell: ({ status }) => <PaymentBadge status={status} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'aside',
      cell: ({ amount, fee }) => (
        <div>
          <Money text={formatMoney(amount)} isStrong />
          {fee > 0 && (
            <Text size="small" tone="subtle">
              + <Money text={formatMoney(fee)} /> fee
            </Text>
          )}
        </div>
      ),
    },
  ];
}

const CAPTION = 'Payments of this invoice';

/** The table in its final shape; nothing in it depends on the company before there are rows. */
export function TransactionsSkeleton() {
  return (
    <DataTable
      caption={CAPTION}
      columns={columnsFor('UTC')}
      rows={[]}
      rowKey={() => ''}
      skeletonRows={2}
    />
  );
}

type TransactionsProps = { transactions: readonly PublicTransaction[]; timeZone: string };

export function Transactions({ transactions, timeZone }: TransactionsProps) {
  if (transactions.length === 0) {
    return <Text tone="muted">No payments yet. They appear here as soon as one is made.</Text>;
  }
  return (
    <DataTable
      caption={CAPTION}
      columns={columnsFor(timeZone)}
      rows={transactions}
      rowKey={({ createdAt, amount, status }) => `${createdAt} ${amount} ${status}`}
    />
  );
}
