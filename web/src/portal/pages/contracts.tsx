// The contracts of a customer (product §2.4, R24): tabs by status, totals, search, order and pages.

import { formatMoney } from '@quittance/contract/format';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { useParams, useSearchParams } from 'react-router';
import { contractsTexts } from '#texts/account/contracts';
import { uiTexts } from '#texts/site/ui';
import { useScrollRestoration } from '../../shared/hooks/use-scroll-restoration.ts';
import { Pager } from '../../shared/ui/data/pager.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../shared/ui/feedback/page-skeleton.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { SearchToolbar } from '../../shared/ui/form/search-toolbar.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Tabs } from '../../shared/ui/overlay/tabs.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Sentence } from '../../shared/ui/text/sentence.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import {
  CONTRACT_SORTS,
  type ContractListQuery,
  findRequest,
  readQuery,
  writeQuery,
} from '../projects/contract-list-query.ts';
import { ContractTable } from '../projects/contract-table.tsx';
import { contractsRead, contractTabsRead } from '../store/account-reads.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectCompany } from '../store/reads.ts';
import { useRead } from '../store/use-read.ts';
import { PortalNotFound } from './entry/portal-not-found.tsx';

type ContractsState = ReturnType<typeof useContracts>;
type PartProps = {
  shown: ContractsState;
  query: ContractListQuery;
  onGo: (query: ContractListQuery) => void;
};

const ALL_TAB = [{ key: 'all', count: 0 }] as const;

export function ContractsPage() {
  const { company: domain = '' } = useParams();
  const isVisible = useAppSelector(
    (state) => selectCompany(state)?.preference.isContractsVisible ?? null,
  );
  if (isVisible === null) return <PageSkeleton />;
  return isVisible ? <Contracts /> : <PortalNotFound company={domain} />;
}

function Contracts() {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const shown = useContracts(query);
  useScrollRestoration(shown.isKnown);
  const go = (next: ContractListQuery): void =>
    setParams(writeQuery(next), { replace: next.page === query.page });
  const tabs = shown.tabs.length > 0 ? shown.tabs : ALL_TAB;
  const part = <Part shown={shown} query={query} onGo={go} />;
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{contractsTexts.title}</Heading>
        <Tabs
          label={contractsTexts.byStatus}
          look="line"
          value={query.tab}
          onValueChange={(tab) => go({ ...query, tab, page: 1 })}
          tabs={tabs.map(({ key, count }) => ({
            value: key,
            label:
              count > 0
                ? contractsTexts.tab(contractsTexts.tabs[key], count)
                : contractsTexts.tabs[key],
            content: part,
          }))}
        />
      </Stack>
    </PageColumn>
  );
}

function Part({ shown, query, onGo }: PartProps) {
  const totals = shown.additional[query.tab];
  return (
    <Stack gap={4}>
      {totals ? <Totals {...totals} /> : !shown.isKnown && <TotalsSkeleton />}
      <ContractToolbar query={query} onQueryChange={onGo} />
      <List shown={shown} query={query} onGo={onGo} />
    </Stack>
  );
}

function Totals({ amount, paidBalance }: { amount: Cents; paidBalance: Cents }) {
  return (
    <Text tone="muted">
      <Sentence
        parts={contractsTexts.leftOf(
          <Money text={formatMoney(subtractCents(amount, paidBalance))} isStrong />,
          <Money text={formatMoney(amount)} />,
        )}
      />
    </Text>
  );
}

function TotalsSkeleton() {
  return (
    <Text as="div" tone="muted">
      <Skeleton width="12rem" />
    </Text>
  );
}

function List({ shown, query, onGo }: PartProps) {
  const { list, pagination, isKnown, isLoading, failure, isRetrying, retry } = shown;
  if (failure) {
    return (
      <ErrorState
        title={contractsTexts.failed}
        text={failureText(failure)}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    );
  }
  if (isKnown && !isLoading && list.length === 0) {
    const isSearch = query.search !== '';
    return (
      <EmptyState
        icon={isSearch ? 'search' : 'contract'}
        title={isSearch ? contractsTexts.noMatch : contractsTexts.none}
        text={isSearch ? contractsTexts.noMatchHint : contractsTexts.noneHint}
      />
    );
  }
  const { page, limit, total } = pagination ?? { page: 1, limit: 1, total: 0 };
  const pages = Math.max(1, Math.ceil(total / limit));
  return (
    <>
      <ContractTable contracts={isKnown ? list : null} />
      <Pager
        label={contractsTexts.pager}
        text={uiTexts.pageOf(page, pages)}
        onPrevious={page > 1 ? () => onGo({ ...query, page: page - 1 }) : null}
        onNext={page < pages ? () => onGo({ ...query, page: page + 1 }) : null}
      />
    </>
  );
}

/** The page of contracts given in the address, its totals and the tabs (R24). */
function useContracts(query: ContractListQuery) {
  const page = useRead({
    read: contractsRead,
    request: { route: 'contracts', body: findRequest(query) },
  });
  const counts = useRead({ read: contractTabsRead, request: { route: 'contractTabs' } });
  return {
    list: page.previous?.contracts ?? [],
    pagination: page.previous?.pagination ?? null,
    additional: page.previous?.additional ?? {},
    tabs: counts.previous?.tabs ?? [],
    /** False until the first response, which distinguishes an empty list from a missing response. */
    isKnown: page.previous !== null,
    /** The response for this address has not arrived yet. The previous rows stay visible. */
    isLoading: page.value === null && page.failure === null,
    isRetrying: page.isLoading,
    failure: page.failure,
    retry: (): void => {
      page.again();
      counts.again();
    },
  };
}

const SORTS = CONTRACT_SORTS.map((value) => ({ value, label: contractsTexts.sorts[value] }));

type ContractToolbarProps = {
  query: ContractListQuery;
  onQueryChange: (query: ContractListQuery) => void;
};

function ContractToolbar({ query, onQueryChange }: ContractToolbarProps) {
  return (
    <SearchToolbar
      label={contractsTexts.search}
      placeholder={contractsTexts.searchHint}
      search={query.search}
      onSearchChange={(search) => onQueryChange({ ...query, search, page: 1 })}
    >
      <Select
        label={contractsTexts.order}
        isLabelHidden
        options={SORTS}
        value={query.sort}
        onValueChange={(sort) => onQueryChange({ ...query, sort, page: 1 })}
      />
    </SearchToolbar>
  );
}
