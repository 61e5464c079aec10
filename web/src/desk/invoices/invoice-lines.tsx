// The lines of an invoice with their sum.

import { subtractCents } from '@quittance/contract/money';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { invoiceTexts } from '../texts/invoices.ts';

export function InvoiceLines({ invoice }: { invoice: AnswerOf<'getInvoice'> }) {
  const { lines, tax, total } = invoice;
  const { line } = invoiceTexts;
  const numbered = lines.map((each, index) => ({ ...each, key: String(index) }));
  return (
    <Section title={invoiceTexts.lines}>
      {lines.length === 0 ? (
        <Text tone="muted">{invoiceTexts.noLines}</Text>
      ) : (
        <Stack gap={4}>
          <Table
            caption={invoiceTexts.lines}
            rows={numbered}
            rowKey={({ key }) => key}
            columns={[
              { header: line.text, isText: true, cell: ({ text }) => text },
              { header: line.quantity, align: 'end', cell: ({ quantity }) => quantity },
              { header: line.unitPrice, align: 'end', cell: (each) => formatMoney(each.unitPrice) },
              { header: line.tax, align: 'end', cell: (each) => formatMoney(each.tax) },
              { header: line.amount, align: 'end', cell: ({ amount }) => formatMoney(amount) },
            ]}
          />
          <SummaryList
            look="tight"
            rows={[
              {
                label: invoiceTexts.net,
                value: <Money text={formatMoney(subtractCents(total, tax))} />,
              },
              { label: invoiceTexts.tax, value: <Money text={formatMoney(tax)} /> },
              {
                label: invoiceTexts.total,
                value: <Money text={formatMoney(total)} />,
                isStrong: true,
              },
            ]}
          />
        </Stack>
      )}
    </Section>
  );
}
