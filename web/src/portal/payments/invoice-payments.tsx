// The payments of an invoice. Most invoices have none when they are opened, so the table is in its own chunk.

import { invoiceTexts } from '#texts/account/invoice';
import { onDemand } from '../../shared/ui/feedback/on-demand.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { TransactionsProps } from './transactions.tsx';

const ROWS_HEIGHT = '168px';

export function PaymentsSkeleton() {
  return <Skeleton shape="block" height={ROWS_HEIGHT} />;
}

const Transactions = onDemand(async () => (await import('./transactions.tsx')).Transactions, {
  waiting: () => <PaymentsSkeleton />,
}).Component;

type InvoicePaymentsProps = Omit<TransactionsProps, 'transactions'> & {
  transactions: TransactionsProps['transactions'] | null;
};

export function InvoicePayments({ transactions, ...shown }: InvoicePaymentsProps) {
  if (!transactions) return <PaymentsSkeleton />;
  if (transactions.length === 0) return <Text tone="muted">{invoiceTexts.payments.none}</Text>;
  return <Transactions transactions={transactions} {...shown} />;
}
