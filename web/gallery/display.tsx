// Badges, rows, tables and progress.

import { Button } from '../src/shared/ui/actions/button.tsx';
import type { Column } from '../src/shared/ui/data/data-columns.ts';
import { DataTable } from '../src/shared/ui/data/data-table.tsx';
import { MethodLine } from '../src/shared/ui/data/method-line.tsx';
import { ProgressRing } from '../src/shared/ui/data/progress-ring.tsx';
import { StepBar } from '../src/shared/ui/data/step-bar.tsx';
import { SummaryList } from '../src/shared/ui/data/summary-list.tsx';
import { Card } from '../src/shared/ui/layout/card.tsx';
import { Badge } from '../src/shared/ui/text/badge.tsx';
import { Money } from '../src/shared/ui/text/money.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import type { Tone } from '../src/shared/ui/text/tone-class.ts';
import type { CatalogEntry } from './catalog-entry.ts';
import { SUMS } from './sample-data.tsx';

const TONES: readonly [Tone, string][] = [
  ['danger', 'Overdue'],
  ['info', 'Open'],
  ['success', 'Paid'],
  ['warning', 'Payment plan'],
  ['neutral', 'Draft'],
];

const BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'];

type Row = { ref: string; product: string; due: string; tone: Tone; status: string; cost: string };

const ROWS: readonly Row[] = [
  {
    ref: 'HD-2041',
    product: 'Crown restoration, tooth 14',
    due: 'October 30, 2026',
    tone: 'danger',
    status: 'Overdue',
    cost: '$1,500.00',
  },
  {
    ref: 'HD-1987',
    product: 'Implant consultation and imaging',
    due: 'September 15, 2026',
    tone: 'warning',
    status: 'Payment plan',
    cost: '$230.00',
  },
];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'invoice',
    header: 'Invoice',
    width: '36%',
    card: 'title',
    cell: ({ ref, product }) => (
      <>
        <Text isStrong>{ref}</Text>
        <Text size="small" tone="subtle">
          {product}
        </Text>
      </>
    ),
  },
  { key: 'due', header: 'Due', width: '28%', cell: ({ due }) => due },
  {
    key: 'status',
    header: 'Status',
    card: 'badge',
    cell: ({ tone, status }) => <Badge tone={tone} label={status} />,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    card: 'aside',
    cell: ({ cost }) => <Money text={cost} isStrong />,
  },
  {
    key: 'action',
    header: 'Next step',
    align: 'end',
    isHeaderHidden: true,
    card: 'action',
    cell: ({ ref }) => (
      <Button variant="quiet" size="small" isFlush aria-label={`Pay ${ref}`}>
        Pay
      </Button>
    ),
  },
];

const FACTS = [
  { label: 'Original amount', value: <Money text="$1,840.00" /> },
  { label: 'Due date', value: 'October 30, 2026' },
  {
    label: 'Description',
    value: 'Crown restoration, tooth 14, with two follow-up visits and imaging in spring',
  },
];

const SENT = { label: 'Sent to your bank', detail: 'November 15, 2026', state: 'done' } as const;

export const DISPLAY: readonly CatalogEntry[] = [
  {
    id: 'badges',
    title: 'Badges',
    layout: 'row',
    render: () => TONES.map(([tone, label]) => <Badge key={tone} tone={tone} label={label} />),
  },
  {
    id: 'method-lines',
    title: 'Method lines',
    layout: 'row',
    render: () => (
      <>
        {BRANDS.map((brand) => (
          <MethodLine key={brand} type="card" brand={brand} last4="4242" />
        ))}
        <MethodLine type="card" brand={undefined} last4="1881" />
        <MethodLine type="ach" last4="6789" />
      </>
    ),
  },
  {
    id: 'summary-list',
    title: 'Summary list',
    layout: 'grid',
    render: () => (
      <>
        <Card>
          <SummaryList rows={FACTS} />
        </Card>
        <Card>
          <SummaryList rows={SUMS} look="tight" />
        </Card>
      </>
    ),
  },
  {
    id: 'data-table',
    title: 'Data table',
    render: () => (
      <DataTable caption="Invoices" columns={COLUMNS} rows={ROWS} rowKey={({ ref }) => ref} />
    ),
  },
  {
    id: 'data-table-loading',
    title: 'Data table, loading',
    render: () => (
      <DataTable
        caption="Invoices, loading"
        columns={COLUMNS}
        rows={null}
        rowKey={({ ref }) => ref}
        skeletonRows={2}
      />
    ),
  },
  {
    id: 'progress-ring',
    title: 'Progress ring',
    layout: 'row',
    render: () => (
      <>
        <ProgressRing share={0} label="No payment of 4 made" text="0/4" />
        <ProgressRing share={0.5} label="2 of 4 payments made" text="2/4" />
        <ProgressRing share={1} label="All 4 payments made" text="4/4" />
      </>
    ),
  },
  {
    id: 'step-bar',
    title: 'Step bar',
    render: () => (
      <>
        <StepBar
          label="Bank debit"
          steps={[
            SENT,
            { label: 'On its way', detail: 'Takes 3 to 5 banking days', state: 'current' },
            { label: 'Received', detail: 'Expected November 20, 2026', state: 'upcoming' },
          ]}
        />
        <StepBar
          label="Returned bank debit"
          steps={[
            SENT,
            {
              label: 'Returned',
              detail: 'The account did not hold enough money.',
              state: 'failed',
            },
          ]}
        />
      </>
    ),
  },
];
