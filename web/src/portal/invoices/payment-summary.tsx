// The payment summary of an invoice (product §2.31). Rows without a value are omitted.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import { invoiceTexts } from '#texts/account/invoice';
import { formatDate } from '../../shared/lib/format.ts';
import { toLegalName } from '../../shared/lib/legal-name.ts';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';

const texts = invoiceTexts.summary;

type SummaryInput = {
  invoice: PublicInvoice;
  company: Pick<Company, 'name' | 'dba' | 'legalName'>;
};

function summaryRows({ invoice, company }: SummaryInput): SummaryRow[] {
  const rows: [string, string | null | undefined][] = [
    [texts.dueDate, formatDate(invoice.dueDate)],
    [texts.issued, formatDate(invoice.openedAt)],
    [texts.company, toLegalName(company)],
    [texts.project, invoice.project?.projectName],
    [texts.contract, invoice.contract?.type.singularName],
    [texts.description, invoice.description ?? invoice.productName],
    [texts.poNumber, invoice.poNumber],
    [texts.note, invoice.note],
  ];
  const parts: [string, Cents][] = [
    [texts.credited, invoice.creditedBalance],
    [texts.refunded, invoice.refundedBalance],
  ];
  const amounts: [string, Cents][] = [
    [texts.original, invoice.totalBalance],
    [texts.paid, invoice.paidBalance],
    ...parts.filter(([, amount]) => amount > 0),
  ];
  return [
    ...amounts.map(([label, amount]) => ({ label, value: <Money text={formatMoney(amount)} /> })),
    ...rows.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
  ];
}

export function PaymentSummary(input: SummaryInput) {
  return (
    <Card label={texts.title}>
      <SummaryList rows={summaryRows(input)} />
    </Card>
  );
}

const WAITING_LABELS = [
  texts.original,
  texts.paid,
  texts.dueDate,
  texts.issued,
  texts.company,
  texts.description,
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
