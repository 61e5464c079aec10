// The billed lines, tax and total of an invoice.

import { formatMoney } from '@quittance/contract/format';
import type { PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import { invoiceTexts } from '#texts/account/invoice';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

const texts = invoiceTexts.billed;

type Line = PublicInvoice['lines'][number] & { position: number };

/** A quantity of one does not need a separate unit price. */
function Item({ text, quantity, unitPrice }: Line) {
  if (quantity === 1) return <Text isStrong>{text}</Text>;
  const note = texts.quantity(String(quantity), formatMoney(unitPrice));
  return (
    <TwoLineCell note={note}>
      <Text isStrong>{text}</Text>
    </TwoLineCell>
  );
}

const COLUMNS: Column<Line>[] = [
  { key: 'item', header: texts.item, card: 'title', cell: (line) => <Item {...line} /> },
  {
    key: 'amount',
    header: texts.amount,
    isWhole: true,
    align: 'end',
    width: '30%',
    card: 'aside',
    cell: ({ amount }) => <Money text={formatMoney(amount)} />,
  },
];

export function BilledLines({ invoice }: { invoice: PublicInvoice }) {
  const { tax, totalBalance } = invoice;
  const lines = invoice.lines.map((line, index) => ({ ...line, position: index + 1 }));
  const sums = [
    ...(tax > 0 ? [{ label: texts.tax, value: <Money text={formatMoney(tax)} /> }] : []),
    { label: texts.total, value: <Money text={formatMoney(totalBalance)} />, isStrong: true },
  ];
  return (
    <Stack as="section" gap={4}>
      <Heading level={2}>{texts.title}</Heading>
      <DataTable
        caption={texts.title}
        columns={COLUMNS}
        rows={lines}
        rowKey={({ position }) => String(position)}
        isHeadHidden
        isFixed
      />
      <Card>
        <SummaryList rows={sums} look="tight" />
      </Card>
    </Stack>
  );
}
