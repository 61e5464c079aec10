// All invoices of a signed-in customer: the balance, then one page of the list, narrowed and ordered as the
// address says (product §2.5).

import { useParams, useSearchParams } from 'react-router';
import { InvoiceTable } from '../../features/invoice/invoice-table.tsx';
import {
  BalanceSummary,
  BalanceSummarySkeleton,
} from '../../features/invoices/balance-summary.tsx';
import {
  type InvoiceFilter,
  isNarrowed,
  listQuery,
  readFilter,
  writeFilter,
} from '../../features/invoices/invoice-place.ts';
import { InvoiceToolbar } from '../../features/invoices/invoice-toolbar.tsx';
import { useInvoices } from '../../features/invoices/use-invoices.ts';
import { usePaging } from '../../lib/use-paging.ts';
import { useScrollPlace } from '../../lib/use-scroll-place.ts';
import { failureText } from '../../state/failure-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Stack } from '../../ui/stack.tsx';

export function InvoicesPage() {
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const shown = useInvoices(listQuery(filter, query.get('after')));
  const { onPrevious, onNext, pageNumber } = usePaging(shown.nextCursor);
  useScrollPlace(shown.invoices !== null);
  const isNothing = shown.invoices?.length === 0 && !isNarrowed(filter);
  // A search is corrected many times: going back leads out of it, not through every letter.
  const narrow = (next: InvoiceFilter): void => setQuery(writeFilter(next), { replace: true });

  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>Invoices</Heading>
        {shown.summary ? <BalanceSummary balance={shown.summary} /> : <BalanceSummarySkeleton />}
        {isNothing ? (
          <EmptyState
            title="No invoices yet"
            text="As soon as there is one, it appears here and you can pay it."
          />
        ) : (
          <Stack gap={3}>
            <InvoiceToolbar filter={filter} onFilterChange={narrow} />
            <List shown={shown} onClear={() => narrow(readFilter(new URLSearchParams()))} />
            <Pager
              label="invoices"
              text={pageNumber === null ? undefined : `Page ${pageNumber}`}
              previousLabel={pageNumber === null ? 'First page' : 'Previous'}
              onPrevious={onPrevious}
              onNext={onNext}
            />
          </Stack>
        )}
      </Stack>
    </PageColumn>
  );
}

type ListProps = { shown: ReturnType<typeof useInvoices>; onClear: () => void };

function List({ shown, onClear }: ListProps) {
  const { company: domain = '' } = useParams();
  const { invoices, former, failure, isLoading, retry } = shown;
  if (failure && !invoices) {
    const title = 'Your invoices could not be loaded';
    return (
      <ErrorState
        title={title}
        text={failureText(failure)}
        onRetry={retry}
        isRetrying={isLoading}
      />
    );
  }
  if (invoices?.length === 0) {
    return (
      <EmptyState
        icon="search"
        title="No invoice matches"
        text="Try fewer letters, an exact amount, or another status."
        action={
          <Button variant="secondary" onClick={onClear}>
            Show all invoices
          </Button>
        }
      />
    );
  }
  const rows = invoices ?? former;
  return <InvoiceTable domain={domain} invoices={rows ?? []} isLoading={!rows} />;
}
