// All payments of a signed-in customer, month by month, with their receipts.

import { Link, useParams, useSearchParams } from 'react-router';
import { paymentsTexts } from '#texts/payments';
import { uiTexts } from '#texts/ui';
import { PaymentTable } from '../../features/invoice/payment-table.tsx';
import { byMonth } from '../../features/payments/by-month.ts';
import { usePayments } from '../../features/payments/use-payments.ts';
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';
import { usePaging } from '../../lib/use-paging.ts';
import { useScrollPlace } from '../../lib/use-scroll-place.ts';
import { failureText } from '../../state/failure-text.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';

export function PaymentsPage() {
  const [query] = useSearchParams();
  const shown = usePayments(query.get('after'));
  const { onPrevious, onNext, pageNumber } = usePaging(shown.nextCursor);
  useScrollPlace(shown.payments !== null);
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{paymentsTexts.title}</Heading>
        <List shown={shown} />
        <Pager
          label={paymentsTexts.pager}
          text={pageNumber === null ? undefined : uiTexts.page(pageNumber)}
          previousLabel={pageNumber === null ? uiTexts.firstPage : uiTexts.previous}
          onPrevious={onPrevious}
          onNext={onNext}
        />
      </Stack>
    </PageColumn>
  );
}

function List({ shown }: { shown: ReturnType<typeof usePayments> }) {
  const { company: domain = '' } = useParams();
  const timeZone = useAppSelector(({ company }) => company.company?.timeZone ?? null);
  const { payments, former, failure, isLoading, retry } = shown;
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
  const rows = payments ?? former;
  if (!rows || !timeZone) return <Waiting domain={domain} />;
  return byMonth(rows, timeZone).map((month) => (
    <Stack key={month.name} as="section" gap={3}>
      <Heading level={2}>{month.name}</Heading>
      <PaymentTable
        caption={paymentsTexts.ofMonth(month.name)}
        domain={domain}
        timeZone={timeZone}
        payments={month.rows}
      />
    </Stack>
  ));
}

function Waiting({ domain }: { domain: string }) {
  return (
    <Stack gap={3}>
      <Skeleton shape="block" width="9rem" height="24px" />
      <PaymentTable
        caption={paymentsTexts.title}
        domain={domain}
        timeZone="UTC"
        payments={[]}
        skeletonRows={6}
      />
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
