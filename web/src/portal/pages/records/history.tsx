// The history of a signed-in customer (R62): agreements and the events that followed, newest first, with files for
// archiving and verification.

import type { AnswerOf } from '@quittance/contract/portal-routes';
import { useSearchParams } from 'react-router';
import { historyTexts as texts } from '#texts/account/history';
import { useScrollRestoration } from '../../../shared/hooks/use-scroll-restoration.ts';
import { CursorPager } from '../../../shared/ui/data/cursor-pager.tsx';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../../shared/ui/feedback/stale.tsx';
import { Expandable } from '../../../shared/ui/layout/expandable.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { FileButton } from '../../statements/file-button.tsx';
import { HashText } from '../../statements/hash-text.tsx';
import { EntryCard } from '../../statements/history-entry.tsx';
import { historyRead } from '../../store/account-reads.ts';
import { failureText } from '../../store/failure-text.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectCompany } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';
import { RecordTabs } from './record-tabs.tsx';

export function HistoryPage() {
  const [query] = useSearchParams();
  const shown = useHistory(query.get('after'));
  useScrollRestoration(shown.value !== null);
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{texts.title}</Heading>
        <RecordTabs shown="history">
          <Content shown={shown} />
        </RecordTabs>
      </Stack>
    </PageColumn>
  );
}

function Content({ shown }: { shown: ReturnType<typeof useHistory> }) {
  const { value, previous, failure, isLoading, again } = shown;
  if (failure && !value) {
    return (
      <ErrorState
        title={texts.failed}
        text={failureText(failure)}
        onRetry={again}
        isRetrying={isLoading}
      />
    );
  }
  const history = value ?? previous;
  if (!history) return <HistorySkeleton />;
  if (history.entries.length === 0) {
    return <EmptyState icon="shield" title={texts.none} text={texts.noneHint} />;
  }
  return (
    <Stack gap={6}>
      <Text tone="muted">{texts.intro}</Text>
      <HistoryFiles head={history.head} />
      <Stale isStale={value === null}>
        <Entries entries={history.entries} />
      </Stale>
      <CursorPager label={texts.pager} nextCursor={value?.nextCursor ?? null} />
    </Stack>
  );
}

function Entries({ entries }: Pick<AnswerOf<'history'>, 'entries'>) {
  const zone = useAppSelector(selectCompany);
  if (!zone) return <HistorySkeleton />;
  return (
    <Stack gap={4}>
      {entries.map((entry) => (
        <EntryCard key={entry.position} entry={entry} zone={zone} />
      ))}
    </Stack>
  );
}

function HistorySkeleton() {
  return (
    <Busy>
      <Stack gap={4}>
        <Skeleton shape="block" width="100%" height="120px" />
        <Skeleton shape="block" width="100%" height="120px" />
        <Skeleton shape="block" width="100%" height="120px" />
      </Stack>
    </Busy>
  );
}

function HistoryFiles({ head }: { head: string | null }) {
  return (
    <Stack gap={3}>
      <Stack direction="row" gap={2} wraps>
        <FileButton file={{ kind: 'history-pdf' }}>{texts.pdf}</FileButton>
        <FileButton file={{ kind: 'history-data' }}>{texts.data}</FileButton>
      </Stack>
      <Expandable section={texts.proof}>
        <Stack gap={2}>
          <Text size="small" tone="muted">
            {texts.howTo}
          </Text>
          {head && <HashText text={texts.lastEntry(head)} />}
        </Stack>
      </Expandable>
    </Stack>
  );
}

const LIMIT = 25;

function useHistory(cursor: string | null) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = { limit: LIMIT, ...(cursor ? { cursor } : {}) };
  return useRead({
    read: historyRead,
    request: id && { route: 'history', params: { id }, query },
  });
}
