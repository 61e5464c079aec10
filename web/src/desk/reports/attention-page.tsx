// Items that need staff attention (R76), with the decisions that settle them.

import { ATTENTION_KINDS, type AttentionKind } from '@quittance/contract/reports/attention-schemas';
import { useCallback } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { toSentence } from '../api/failure.ts';
import { type Pages, usePages } from '../api/use-read.ts';
import { formatMoney, useMoments } from '../format.ts';
import { usePaths } from '../paths.ts';
import { MethodCell } from '../records/method-cell.tsx';
import { useAttentionCounts } from '../shell/attention-counts.ts';
import { Page } from '../shell/page.tsx';
import { toSearchParams, useListQuery } from '../table/use-list-query.ts';
import { attentionTexts } from '../texts/attention.ts';
import { failureTexts } from '../texts/failures.ts';
import { shellTexts } from '../texts/shell.ts';
import { AttentionDecisions } from './attention-decisions.tsx';
import { type AttentionItem, listFacts, toAdvice, toTitle } from './attention-item.ts';
import styles from './attention-page.module.css';

const css = bindClasses(styles);

const NAMES = ['kind'];

export function AttentionPage() {
  const query = useListQuery(NAMES);
  const pages = usePages('listAttention', query.filters);
  const counts = useAttentionCounts();
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
              to={pathname + toSearchParams({ kind: each })}
              className={css('kind')}
              aria-current={kind === each || undefined}
            >
              {attentionTexts.kinds[each]}
              <span className={css('count')}>{shellTexts.waitingCount(counts[each] ?? 0)}</span>
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
          text={toSentence(failure)}
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

type AttentionRowProps = { item: AttentionItem; onSettled: () => void };

function AttentionRow({ item, onSettled }: AttentionRowProps) {
  const paths = usePaths();
  const moments = useMoments();
  const { customer, invoice, amount, facts } = item;
  return (
    <article className={css('row')}>
      <div className={css('words')}>
        <Heading level={2} size="small">
          {toTitle(item, moments)}
        </Heading>
        <p className={css('who')}>
          {customer && <Link to={paths.customer(customer.id)}>{customer.name}</Link>}
          {invoice && (
            <Link to={paths.invoice(invoice.id)}>{attentionTexts.invoice(invoice.accountRef)}</Link>
          )}
          {facts.method !== null && (
            <MethodCell
              method={facts.method}
              methodBrand={facts.methodBrand}
              methodLast4={facts.methodLast4}
              reference={null}
            />
          )}
        </p>
        <p className={css('facts')}>{listFacts(item, moments).join(' · ')}</p>
        <p className={css('advice')}>{toAdvice(item, moments)}</p>
      </div>
      <div className={css('side')}>
        {amount !== null && <Money text={formatMoney(amount)} size="large" isStrong />}
        <div className={css('actions')}>
          <AttentionDecisions item={item} onSettled={onSettled} />
          <OpenLink item={item} />
        </div>
      </div>
    </article>
  );
}

function OpenLink({ item }: { item: AttentionItem }) {
  const paths = usePaths();
  const { open } = attentionTexts;
  const look = buttonClass({ variant: 'quiet' });
  if (item.kind === 'DISPUTED_PAYMENT')
    return (
      <Link to={paths.dispute(item.facts.objectId)} className={look}>
        {open.dispute}
      </Link>
    );
  if (item.kind === 'PAYOUT_DIFFERENCE')
    return (
      <Link to={paths.payoutDifferences + toSearchParams({ isOpen: 'true' })} className={look}>
        {open.differences}
      </Link>
    );
  if (item.paymentId !== null)
    return (
      <Link to={paths.payment(item.paymentId)} className={look}>
        {open.payment}
      </Link>
    );
  if (item.kind === 'FAILING_ENDPOINT')
    return (
      <Link to={paths.settings('webhooks')} className={look}>
        {open.webhooks}
      </Link>
    );
  if (item.kind === 'BROKEN_CONNECTION')
    return (
      <Link to={paths.settings('processors')} className={look}>
        {open.processor}
      </Link>
    );
  if (item.invoice)
    return (
      <Link to={paths.invoice(item.invoice.id)} className={look}>
        {open.invoice}
      </Link>
    );
  return item.customer ? (
    <Link to={paths.customer(item.customer.id)} className={look}>
      {open.customer}
    </Link>
  ) : null;
}
