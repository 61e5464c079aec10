// All payments of a signed-in customer by month, with receipts.

import type { Instant } from '@quittance/contract/dates';
import { FIRST_PAYMENTS } from '@quittance/contract/first-calls';
import { dateIn, type Zone } from '@quittance/contract/local-time';
import { Link, useParams, useSearchParams } from 'react-router';
import { paymentsTexts } from '#texts/account/payments';
import { useScrollRestoration } from '../../shared/hooks/use-scroll-restoration.ts';
import { formatMonth } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { CursorPager } from '../../shared/ui/data/cursor-pager.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { paymentsRead } from '../store/account-reads.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectCompany } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';

export function PaymentsPage() {
  const { company: domain = '' } = useParams();
  const [query] = useSearchParams();
  const shown = usePayments(query.get('after'));
  useScrollRestoration(shown.payments !== null);
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack direction="row" gap={3} justify="space-between" align="baseline" wraps>
          <Heading level={1}>{paymentsTexts.title}</Heading>
          <Link to={hrefTo(PORTAL_PAGES.upcoming, { company: domain })}>
            {paymentsTexts.upcoming}
          </Link>
        </Stack>
        <List shown={shown} />
        <CursorPager label={paymentsTexts.pager} nextCursor={shown.nextCursor} />
      </Stack>
    </PageColumn>
  );
}

function List({ shown }: { shown: ReturnType<typeof usePayments> }) {
  const { company: domain = '' } = useParams();
  const zone = useAppSelector(selectCompany);
  const { payments, previous, failure, isLoading, retry } = shown;
  if (failure && !payments) {
    return (
      <ErrorState
        title={paymentsTexts.failed}
        text={failureText(failure)}
        onRetry={retry}
        isRetrying={isLoading}
      />
    );
  }
  if (payments?.length === 0) return <NoPayments domain={domain} />;
  const rows = payments ?? previous;
  if (!rows || !zone) return <PaymentsSkeleton domain={domain} />;
  const months = byMonth(rows, zone).map((month) => (
    <Stack key={month.name} as="section" gap={3}>
      <Heading level={2}>{month.name}</Heading>
      <PaymentTable
        caption={paymentsTexts.ofMonth(month.name)}
        domain={domain}
        zone={zone}
        payments={month.rows}
      />
    </Stack>
  ));
  return (
    <Stale isStale={payments === null}>
      <Stack gap={6}>{months}</Stack>
    </Stale>
  );
}

function PaymentsSkeleton({ domain }: { domain: string }) {
  return (
    <Stack gap={3}>
      <Skeleton shape="block" width="9rem" height="24px" />
      <PaymentTable caption={paymentsTexts.title} domain={domain} zone="UTC" payments={null} />
    </Stack>
  );
}

function NoPayments({ domain }: { domain: string }) {
  return (
    <EmptyState
      icon="receipt"
      title={paymentsTexts.none}
      text={paymentsTexts.noneHint}
      action={
        <Link
          className={buttonClass({ variant: 'secondary' })}
          to={hrefTo(PORTAL_PAGES.invoices, { company: domain })}
        >
          {paymentsTexts.seeInvoices}
        </Link>
      }
    />
  );
}

type Month<Row> = { name: string; rows: Row[] };

/** Groups payments by month in the company's time zone (R8), preserving their order. */
export function byMonth<Row extends { createdAt: Instant }>(
  rows: readonly Row[],
  zone: Zone,
): Month<Row>[] {
  const months: Month<Row>[] = [];
  for (const row of rows) {
    const name = formatMonth(dateIn(zone, row.createdAt));
    const last = months.at(-1);
    if (last?.name === name) last.rows.push(row);
    else months.push({ name, rows: [row] });
  }
  return months;
}

function usePayments(cursor: string | null) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = { ...FIRST_PAYMENTS, ...(cursor ? { cursor } : {}) };
  const page = useRead({
    read: paymentsRead,
    request: id && { route: 'transactions', params: { id }, query },
  });
  return {
    payments: page.value?.transactions ?? null,
    previous: page.previous?.transactions ?? null,
    nextCursor: page.value?.nextCursor ?? null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}
