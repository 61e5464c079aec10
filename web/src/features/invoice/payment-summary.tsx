// The rows of the payment summary (product §2.31): amounts, dates, and who it is for. Rows about things
// an invoice does not have (project, contract) are left out.

import type { Company } from '@quittance/contract/company';
import { formatDate, formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { SummaryList, type SummaryRow } from '../../ui/summary-list.tsx';

type SummaryQuestion = { invoice: PublicInvoice; company: Pick<Company, 'name' | 'legalName'> };

export function summaryRows({ invoice, company }: SummaryQuestion): SummaryRow[] {
  const rows: [string, string | null | undefined][] = [
    ['Due date', formatDate(invoice.dueDate)],
    ['Date of issue', formatDate(invoice.openedAt)],
    ['Company', company.legalName ?? company.name],
    ['Project', invoice.project?.projectName],
    ['Contract type', invoice.contract?.type.singularName],
    ['Description', invoice.description ?? invoice.productName],
  ];
  return [
    { label: 'Original amount', value: <Money text={formatMoney(invoice.totalBalance)} /> },
    { label: 'Paid balance', value: <Money text={formatMoney(invoice.paidBalance)} /> },
    ...rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  ];
}

export function PaymentSummary(question: SummaryQuestion) {
  return (
    <Card label="Payment summary">
      <SummaryList rows={summaryRows(question)} />
    </Card>
  );
}

const WAITING_LABELS = [
  'Original amount',
  'Paid balance',
  'Due date',
  'Date of issue',
  'Company',
  'Description',
];

export function PaymentSummarySkeleton() {
  const value = (
    <Stack align="end">
      <Skeleton width="7.5rem" />
    </Stack>
  );
  const rows = WAITING_LABELS.map((label) => ({ label, value }));
  return (
    <Card>
      <SummaryList rows={rows} />
    </Card>
  );
}
