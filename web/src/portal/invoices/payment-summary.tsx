// The payment summary of an invoice (product §2.31). Rows without a value are omitted.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
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
  const { refundedBalance } = invoice;
  const refunded = <Money text={formatMoney(refundedBalance)} />;
  return [
    { label: texts.original, value: <Money text={formatMoney(invoice.totalBalance)} /> },
    { label: texts.paid, value: <Money text={formatMoney(invoice.paidBalance)} /> },
    ...(refundedBalance > 0 ? [{ label: texts.refunded, value: refunded }] : []),
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
