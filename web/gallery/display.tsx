// What one reads in the gallery: badges, rows, tables, progress.

import { Button } from '../src/ui/actions/button.tsx';
import { type Column, DataTable } from '../src/ui/data/data-table.tsx';
import { MethodLine } from '../src/ui/data/method-line.tsx';
import { ProgressRing } from '../src/ui/data/progress-ring.tsx';
import { StepBar } from '../src/ui/data/step-bar.tsx';
import { SummaryList } from '../src/ui/data/summary-list.tsx';
import { Card } from '../src/ui/layout/card.tsx';
import { Badge, type Tone } from '../src/ui/text/badge.tsx';
import { Money } from '../src/ui/text/money.tsx';
import { Text } from '../src/ui/text/text.tsx';
import { Sample } from './sample.tsx';

type Invoice = {
  ref: string;
  product: string;
  due: string;
  note: string;
  isLate?: boolean;
  tone: Tone;
  status: string;
  balance: string;
  total: string;
  action: string;
};

const INVOICES: readonly Invoice[] = [
  {
    ref: 'HD-2041',
    product: 'Crown restoration, tooth 14',
    due: 'October 30, 2026',
    note: 'Overdue for 16 days',
    isLate: true,
    tone: 'danger',
    status: 'Overdue',
    balance: '$1,500.00',
    total: 'of $1,840.00',
    action: 'Pay',
  },
  {
    ref: 'HD-2058',
    product: 'Orthodontic treatment, phase 2',
    due: 'December 1, 2026',
    note: 'in 16 days',
    tone: 'info',
    status: 'Open',
    balance: '$2,530.00',
    total: 'of $2,530.00',
    action: 'Pay',
  },
  {
    ref: 'HD-1987',
    product: 'Implant consultation and imaging',
    due: 'September 15, 2026',
    note: 'Next payment Tue, December 15',
    tone: 'warning',
    status: 'Payment plan',
    balance: '$230.00',
    total: 'of $690.00',
    action: 'View',
  },
  {
    ref: 'HD-1902',
    product: 'Annual check-up',
    due: 'August 4, 2026',
    note: '',
    tone: 'success',
    status: 'Paid',
    balance: '$0.00',
    total: 'of $220.00',
    action: 'Receipt',
  },
];

const COLUMNS: readonly Column<Invoice>[] = [
  {
    key: 'invoice',
    header: 'Invoice',
    width: '32%',
    card: 'title',
    cell: (row) => (
      <>
        <Text isStrong>{row.ref}</Text>
        <Text size="small" tone="subtle">
          {row.product}
        </Text>
      </>
    ),
  },
  {
    key: 'due',
    header: 'Due',
    width: '28%',
    cell: (row) => (
      <>
        <Text>{row.due}</Text>
        {row.note && (
          <Text size="small" tone={row.isLate ? 'danger' : 'subtle'}>
            {row.note}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: '18%',
    card: 'badge',
    cell: (row) => <Badge tone={row.tone} label={row.status} />,
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    card: 'aside',
    cell: (row) => (
      <>
        <Text isStrong>
          <Money text={row.balance} />
        </Text>
        <Text size="small" tone="subtle">
          <Money text={row.total} />
        </Text>
      </>
    ),
  },
  {
    key: 'action',
    header: 'Next step',
    align: 'end',
    isHeaderHidden: true,
    card: 'action',
    cell: (row) => (
      <Button variant="quiet" size="small" isFlush aria-label={`${row.action} ${row.ref}`}>
        {row.action}
      </Button>
    ),
  },
];

const FACTS = [
  { label: 'Original amount', value: <Money text="$1,840.00" /> },
  { label: 'Paid balance', value: <Money text="$340.00" /> },
  { label: 'Due date', value: 'October 30, 2026' },
  { label: 'Company', value: 'Harbor Dental Group LLC' },
  {
    label: 'Description',
    value: 'Crown restoration, tooth 14, with two follow-up visits and imaging in spring',
  },
];

const SUMS = [
  { label: 'Invoice balance', value: <Money text="$1,500.00" /> },
  { label: 'Processing fee (3% + $0.30)', value: <Money text="$45.30" /> },
  { label: 'Total over 4 payments', value: <Money text="$1,545.30" />, isStrong: true },
];

const TONES: readonly [Tone, string][] = [
  ['danger', 'Overdue'],
  ['info', 'Open'],
  ['success', 'Paid'],
  ['warning', 'Payment plan'],
  ['neutral', 'Draft'],
];

const BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay', 'maestro'];

export function Display() {
  return (
    <>
      <Sample title="Badges" look="row">
        {TONES.map(([tone, label]) => (
          <Badge key={tone} tone={tone} label={label} />
        ))}
      </Sample>
      <Sample title="Method lines" look="row">
        {BRANDS.map((brand) => (
          <MethodLine key={brand} kind="card" brand={brand} last4="4242" />
        ))}
        <MethodLine kind="card" brand={undefined} last4="1881" />
        <MethodLine kind="bank" last4="6789" />
      </Sample>
      <Sample title="Summary list" look="grid">
        <Card>
          <SummaryList rows={FACTS} />
        </Card>
        <Card>
          <SummaryList rows={SUMS} look="tight" />
        </Card>
      </Sample>
      <Sample title="Data table">
        <DataTable caption="Invoices" columns={COLUMNS} rows={INVOICES} rowKey={(row) => row.ref} />
        <DataTable
          caption="Invoices, loading"
          columns={COLUMNS}
          rows={[]}
          rowKey={(row) => row.ref}
          skeletonRows={2}
        />
      </Sample>
      <Progress />
    </>
  );
}

function Progress() {
  return (
    <>
      <Sample title="Progress ring" look="row">
        <ProgressRing share={0} label="No payment of 4 made" text="0/4" />
        <ProgressRing share={0.5} label="2 of 4 payments made" text="2/4" />
        <ProgressRing share={1} label="All 4 payments made" text="4/4" />
      </Sample>
      <Sample title="Step bar">
        <Card>
          <StepBar
            label="Bank debit"
            steps={[
              { label: 'Sent to your bank', detail: 'November 15, 2026', state: 'done' },
              { label: 'On its way', detail: 'Takes 3 to 5 banking days', state: 'current' },
              { label: 'Received', detail: 'Expected November 20, 2026', state: 'upcoming' },
            ]}
          />
        </Card>
        <Card>
          <StepBar
            label="Returned bank debit"
            steps={[
              { label: 'Sent to your bank', detail: 'November 15, 2026', state: 'done' },
              {
                label: 'Returned',
                detail: 'The account did not hold enough money.',
                state: 'failed',
              },
            ]}
          />
        </Card>
      </Sample>
    </>
  );
}
