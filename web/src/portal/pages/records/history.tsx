// What a signed-in customer agreed to and what followed (R62), newest first, with files for keeping and verifying it.

import { selectCompany } from '../../store/reads.ts';
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
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { EntryCard } from '../../statements/history-entry.tsx';
import { useHistory } from '../../statements/use-history.ts';
import { failureText } from '../../store/failure-text.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { HistoryFiles } from './history-files.tsx';
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
