// One whole screen made of the components, to see whether they make a page together.

import { bindClasses } from '../src/lib/bind-classes.ts';
import { Logo } from '../src/theme/logo.tsx';
import { Button } from '../src/ui/actions/button.tsx';
import { IconButton } from '../src/ui/actions/icon-button.tsx';
import { type Column, DataTable } from '../src/ui/data/data-table.tsx';
import { MethodLine } from '../src/ui/data/method-line.tsx';
import { SummaryList } from '../src/ui/data/summary-list.tsx';
import { OptionButton } from '../src/ui/form/option-card.tsx';
import { Card } from '../src/ui/layout/card.tsx';
import { PageColumn } from '../src/ui/layout/page-column.tsx';
import { PayBar } from '../src/ui/layout/pay-bar.tsx';
import { Split } from '../src/ui/layout/split.tsx';
import { Stack } from '../src/ui/layout/stack.tsx';
import { Badge } from '../src/ui/text/badge.tsx';
import { Heading } from '../src/ui/text/heading.tsx';
import { Money } from '../src/ui/text/money.tsx';
import { Text } from '../src/ui/text/text.tsx';
import type { SampleCompany } from './companies.ts';
import styles from './gallery.module.css';

const css = bindClasses(styles);

type Payment = { id: string; on: string; at: string; method: 'card' | 'bank'; amount: string };

const PAYMENTS: readonly Payment[] = [
  { id: '1', on: 'October 12, 2026', at: '10:42 AM', method: 'card', amount: '$240.00' },
  { id: '2', on: 'October 2, 2026', at: '6:15 PM', method: 'bank', amount: '$100.00' },
];

const COLUMNS: readonly Column<Payment>[] = [
  {
    key: 'date',
    header: 'Date',
    card: 'title',
    cell: (row) => (
      <>
        <Text>{row.on}</Text>
        <Text size="small" tone="subtle">
          {row.at}
        </Text>
      </>
    ),
  },
  {
    key: 'method',
    header: 'Method',
    cell: (row) => (
      <MethodLine
        kind={row.method}
        brand={row.method === 'card' ? 'visa' : undefined}
        last4={row.method === 'card' ? '4242' : '6789'}
      />
    ),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'badge',
    cell: () => <Badge tone="success" label="Success" />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'aside',
    cell: (row) => <Money text={row.amount} isStrong />,
  },
  {
    key: 'receipt',
    header: 'Receipt',
    align: 'end',
    isHeaderHidden: true,
    card: 'action',
    cell: (row) => <IconButton icon="download" label={`Receipt of ${row.on}`} />,
  },
];

export function InvoiceScreen({ company }: { company: SampleCompany }) {
  return (
    <>
      <header className={css('header')}>
        <div className={css('company')}>
          <Logo name={company.name} />
          {company.name}
        </div>
      </header>
      <PageColumn hasPayBar>
        <Split aside={<PayCard />}>
          <Stack gap={8}>
            <InvoiceDetails company={company} />
            <Stack gap={4}>
              <Heading level={2} size="small">
                Payments
              </Heading>
              <DataTable
                caption="Payments"
                columns={COLUMNS}
                rows={PAYMENTS}
                rowKey={(row) => row.id}
              />
            </Stack>
          </Stack>
        </Split>
      </PageColumn>
      <PayBar label="Amount due" amount="$1,500.00">
        <Button size="large" isWide>
          Pay now
        </Button>
      </PayBar>
    </>
  );
}

function InvoiceDetails({ company }: { company: SampleCompany }) {
  return (
    <Stack gap={6}>
      <div>
        <Stack direction="row" gap={3} wraps>
          <Heading level={1}>Invoice HD-2041</Heading>
          <Badge tone="danger" label="Overdue" />
        </Stack>
        <Text size="large" tone="muted">
          Crown restoration, tooth 14
        </Text>
      </div>
      <Card>
        <SummaryList
          rows={[
            { label: 'Original amount', value: <Money text="$1,840.00" /> },
            { label: 'Paid balance', value: <Money text="$340.00" /> },
            { label: 'Due date', value: 'October 30, 2026' },
            { label: 'Date of issue', value: 'September 30, 2026' },
            { label: 'Company', value: company.name },
            { label: 'Description', value: 'Crown restoration, tooth 14' },
          ]}
        />
      </Card>
    </Stack>
  );
}

function PayCard() {
  return (
    <Card label="Pay this invoice">
      <Stack gap={5}>
        <div className={css('pay-card')}>
          <Text tone="subtle">Amount due</Text>
          <Money text="$1,500.00" size="hero" />
          <Text tone="danger" isStrong>
            Overdue for 16 days
          </Text>
        </div>
        <div className={css('pay-card')}>
          <Button size="large" isWide>
            Pay now
          </Button>
        </div>
        <Stack gap={3}>
          <OptionButton
            icon="plan"
            title="Create a payment plan"
            text="2 to 6 payments, first today"
            onClick={() => undefined}
          />
          <OptionButton
            icon="calendar"
            title="Can't pay today?"
            text="Pick a day within the next 30 days"
            onClick={() => undefined}
          />
        </Stack>
        <div className={css('rule')}>
          <Stack direction="row" justify="between">
            <MethodLine kind="card" brand="visa" last4="4242" />
            <Button variant="quiet" size="small" isFlush>
              Change
            </Button>
          </Stack>
        </div>
        <Text size="small" tone="subtle">
          Card details go straight to the processor. <a href="/privacy-policy">Privacy policy</a>
        </Text>
      </Stack>
    </Card>
  );
}
