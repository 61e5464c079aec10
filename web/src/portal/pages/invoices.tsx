// All invoices of a signed-in customer: balance, and one page of the filtered list (product §2.4).

import type { Invoice } from '@quittance/contract/invoices/portal-schemas';
import { addCents, type Cents } from '@quittance/contract/money';
import { hasNoArrangement, INVOICES_MAX } from '@quittance/domain/checkout/split';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { invoicesTexts } from '#texts/account/invoices';
import { payInvoicesTexts } from '#texts/account/pay-invoices';
import { useScrollRestoration } from '../../shared/hooks/use-scroll-restoration.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { CursorPager } from '../../shared/ui/data/cursor-pager.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import {
  BalanceNotLoaded,
  BalanceSummary,
  BalanceSummarySkeleton,
} from '../invoices/balance-summary.tsx';
import {
  type InvoiceFilter,
  invoicesRequest,
  isFiltered,
  listQuery,
  readFilter,
  writeFilter,
} from '../invoices/invoice-list-query.ts';
import { type InvoiceMarks, InvoiceTable } from '../invoices/invoice-table.tsx';
import { InvoiceToolbar } from '../invoices/invoice-toolbar.tsx';
import { MarkedBar } from '../invoices/marked-bar.tsx';
import { balanceRead, type InvoicesQuery, invoicesRead } from '../store/account-reads.ts';
import { failureTextBesideToast } from '../store/failure-text.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';

export function InvoicesPage() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const shown = useInvoices(listQuery(filter, query.get('after')));
  useScrollRestoration(shown.invoices !== null);
  const { company: domain = '' } = useParams();
  const marked = useMarkedInvoices();
  const isNothing = shown.invoices?.length === 0 && !isFiltered(filter);
  // Replaces the history entry, so that Back leaves the search instead of undoing single letters.
  const narrow = (next: InvoiceFilter): void => setQuery(writeFilter(next), { replace: true });

  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{invoicesTexts.title}</Heading>
        <Balance shown={shown} />
        {(shown.summary?.outstanding ?? 0) > 0 && <PayEverything domain={domain} />}
        {isNothing ? (
          <EmptyState title={invoicesTexts.none} text={invoicesTexts.noneHint} />
        ) : (
          <Stack gap={3}>
            <InvoiceToolbar filter={filter} onFilterChange={narrow} />
            <List
              shown={shown}
              marks={marked.marks}
              onClear={() => narrow(readFilter(new URLSearchParams()))}
            />
            <CursorPager label={invoicesTexts.pager} nextCursor={shown.nextCursor} />
            <MarkedBar
              domain={domain}
              ids={marked.ids}
              totalCents={marked.totalCents}
              onClear={marked.clear}
            />
          </Stack>
        )}
      </Stack>
    </PageColumn>
  );
}

type InvoicesState = ReturnType<typeof useInvoices>;

/** Renders nothing if the balance failed together with the list, which shows the error. */
function Balance({ shown: { summary, failure, balance } }: { shown: InvoicesState }) {
  if (summary) return <BalanceSummary balance={summary} />;
  if (balance.failure)
    return <BalanceNotLoaded onRetry={balance.again} isRetrying={balance.isLoading} />;
  return !failure && <BalanceSummarySkeleton />;
}

/** Opens the selection with everything that is due (R48). */
function PayEverything({ domain }: { domain: string }) {
  return (
    <Stack direction="row" gap={3} align="center" wraps>
      <Link
        className={buttonClass({ variant: 'secondary' })}
        to={hrefTo(PORTAL_PAGES.payInvoices, { company: domain })}
      >
        {payInvoicesTexts.everything}
      </Link>
      <Text size="small" tone="subtle">
        {payInvoicesTexts.several}
      </Text>
    </Stack>
  );
}

type ListProps = { shown: InvoicesState; marks: InvoiceMarks; onClear: () => void };

function List({ shown, marks, onClear }: ListProps) {
  const { company: domain = '' } = useParams();
  const { invoices, previous, failure, isLoading, retry } = shown;
  if (failure && !invoices) {
    return (
      <ErrorState
        title={invoicesTexts.failed}
        text={failureTextBesideToast(failure)}
        onRetry={retry}
        isRetrying={isLoading}
      />
    );
  }
  if (invoices?.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={invoicesTexts.noMatch}
        text={invoicesTexts.noMatchHint}
        action={
          <Button variant="secondary" onClick={onClear}>
            {invoicesTexts.showAll}
          </Button>
        }
      />
    );
  }
  return (
    <Stale isStale={invoices === null && previous !== null}>
      <InvoiceTable domain={domain} invoices={invoices ?? previous} marks={marks} />
    </Stale>
  );
}

/**
 * Loads the page of invoices named in the address, and the balance. Only a first page includes the balance, so a
 * visit that starts on a later page reads it separately.
 */
function useInvoices(query: InvoicesQuery) {
  const customerId = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const page = useRead({
    read: invoicesRead,
    request: customerId && invoicesRequest(customerId, query),
  });
  const needsBalance = query.cursor !== undefined && !page.previous?.summary;
  const balance = useRead({
    read: balanceRead,
    request: customerId && needsBalance ? invoicesRequest(customerId, { limit: 1 }) : null,
  });
  return {
    invoices: page.value?.accounts ?? null,
    previous: page.previous?.accounts ?? null,
    summary: page.previous?.summary ?? balance.previous?.summary ?? null,
    balance,
    nextCursor: page.value?.nextCursor ?? null,
    failure: page.failure,
    isLoading: page.isLoading,
    retry: page.again,
  };
}

/** Mirrors the server's rule: payable now, and without an arrangement. */
function canPayTogether({ payable, status }: Pick<Invoice, 'payable' | 'status'>): boolean {
  return payable.isPayable && payable.options.includes('PAY_IN_FULL') && hasNoArrangement(status);
}

type Marked = ReadonlyMap<Invoice['id'], Cents>;

/**
 * The invoices that the payer selects in the list to pay together (R48). The selection survives a change of page.
 */
function useMarkedInvoices() {
  const [marked, setMarked] = useState<Marked>(new Map());
  const marks = {
    canMark: (invoice: Invoice) =>
      canPayTogether(invoice) && (marked.has(invoice.id) || marked.size < INVOICES_MAX),
    isMarked: ({ id }: Invoice) => marked.has(id),
    onMark: ({ id, payable }: Invoice) => {
      const next = new Map(marked);
      if (!next.delete(id)) next.set(id, payable.amount);
      setMarked(next);
    },
  };
  return {
    marks,
    ids: [...marked.keys()],
    totalCents: addCents(...marked.values()),
    clear: () => setMarked(new Map()),
  };
}
