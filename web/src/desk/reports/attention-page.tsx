// What needs a person (R76), with the decisions that settle it.

import { ATTENTION_KINDS, type AttentionKind } from '@quittance/contract/reports/attention-schemas';
import { useCallback } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { sentenceOf } from '../api/failure.ts';
import { type Pages, usePages, useRead } from '../api/use-read.ts';
import { Page } from '../shell/page.tsx';
import { searchOf, useListQuery } from '../table/use-list-query.ts';
import { attentionTexts } from '../texts/attention.ts';
import { failureTexts } from '../texts/failures.ts';
import type { AttentionItem } from './attention-item.ts';
import styles from './attention-page.module.css';
import { AttentionRow } from './attention-row.tsx';

const css = bindClasses(styles);

const NAMES = ['kind'];

export function AttentionPage() {
  const query = useListQuery(NAMES);
  const pages = usePages('listAttention', query.filters);
  const counts = useRead('getAttentionCounts', {});
  const { again: listAgain } = pages;
  const { again: countAgain } = counts;
  const settled = useCallback(() => {
    listAgain();
    countAgain();
  }, [listAgain, countAgain]);
  return (
    <Page title={attentionTexts.title} text={attentionTexts.text}>
      <KindLinks counts={counts.answer?.counts ?? {}} kind={query.filters['kind'] ?? null} />
      <Items pages={pages} onSettled={settled} />
    </Page>
  );
}

type KindLinksProps = { counts: Partial<Record<AttentionKind, number>>; kind: string | null };

/** Kinds of which nothing waits are left out. */
function KindLinks({ counts, kind }: KindLinksProps) {
  const { pathname } = useLocation();
  const shown = ATTENTION_KINDS.filter((each) => (counts[each] ?? 0) > 0 || each === kind);
  if (shown.length === 0) return null;
  return (
    <nav aria-label={attentionTexts.title}>
      <ul className={css('kinds')}>
        <li>
          <Link to={pathname} className={css('kind')} aria-current={kind === null || undefined}>
            {attentionTexts.all}
          </Link>
        </li>
        {shown.map((each) => (
          <li key={each}>
            <Link
              to={pathname + searchOf({ kind: each })}
              className={css('kind')}
              aria-current={kind === each || undefined}
            >
              {attentionTexts.kinds[each]}
              <span className={css('count')}>{attentionTexts.count(counts[each] ?? 0)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ItemsProps = { pages: Pages<AttentionItem>; onSettled: () => void };

function Items({ pages, onSettled }: ItemsProps) {
  const { rows, failure, isReading, hasMore, readMore, again } = pages;
  if (rows === null && failure)
    return (
      <Card>
        <ErrorState
          title={failureTexts.notLoaded}
          text={sentenceOf(failure)}
          isRetrying={isReading}
          onRetry={again}
        />
      </Card>
    );
  if (rows === null) return <Waiting />;
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon="check" title={attentionTexts.empty} text={attentionTexts.emptyText} />
      </Card>
    );
  return (
    <Stack gap={3}>
      <ul className={css('items')} aria-label={attentionTexts.title}>
        {rows.map((item) => (
          <li key={item.id}>
            <AttentionRow item={item} onSettled={onSettled} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="secondary" isLoading={isReading} onClick={readMore}>
          {attentionTexts.more}
        </Button>
      )}
    </Stack>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className={css('items')}>
      <Skeleton shape="block" height="96px" />
      <Skeleton shape="block" height="96px" />
      <Skeleton shape="block" height="96px" />
    </div>
  );
}
