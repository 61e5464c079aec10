// The account statement of a signed-in customer (R60): a period, its sums and lines, and files of both.

import { formatMoney } from '@quittance/contract/format';
import type { AnswerOf } from '@quittance/contract/routes';
import { useParams, useSearchParams } from 'react-router';
import { statementTexts as texts } from '#texts/account/statement';
import { FileButton } from '../../../features/statement/file-button.tsx';
import { type Period, readDay } from '../../../features/statement/period.ts';
import { PeriodChoice } from '../../../features/statement/period-choice.tsx';
import { StatementTable } from '../../../features/statement/statement-table.tsx';
import { useStatement } from '../../../features/statement/use-statement.ts';
import { formatDate } from '../../../lib/format.ts';
import { useScrollRestoration } from '../../../lib/hooks/use-scroll-restoration.ts';
import { failureText } from '../../../state/store/failure-text.ts';
import { CursorPager } from '../../../ui/data/cursor-pager.tsx';
import { SummaryList } from '../../../ui/data/summary-list.tsx';
import { Busy } from '../../../ui/feedback/busy.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Stale } from '../../../ui/feedback/stale.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Heading } from '../../../ui/text/heading.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { RecordTabs } from './record-tabs.tsx';

type Statement = Omit<AnswerOf<'statement'>, 'success'>;

export function StatementPage() {
  const [query] = useSearchParams();
  const shown = useStatement({
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
    cursor: query.get('after'),
  });
  useScrollRestoration(shown.value !== null);
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{texts.title}</Heading>
        <RecordTabs shown="statement">
          <Content shown={shown} />
        </RecordTabs>
      </Stack>
    </PageColumn>
  );
}

function Content({ shown }: { shown: ReturnType<typeof useStatement> }) {
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
  const statement = value ?? previous;
  if (!statement) return <StatementSkeleton />;
  return (
    <Stack gap={6}>
      <Text tone="muted">{texts.intro}</Text>
      <ChosenPeriod statement={statement} />
      <Stale isStale={value === null}>
        <Stack gap={6}>
          <Sums statement={statement} />
          <Lines statement={statement} />
        </Stack>
      </Stale>
      <CursorPager label={texts.pager} nextCursor={value?.nextCursor ?? null} />
    </Stack>
  );
}

function ChosenPeriod({ statement }: { statement: Statement }) {
  const [query, setQuery] = useSearchParams();
  const choose = (period: Period | null): void => setQuery(period ?? {});
  const asked = { from: query.get('from'), to: query.get('to') };
  const { from, to } = statement;
  return (
    <Stack gap={4}>
      <PeriodChoice asked={asked} shown={statement} onChoose={choose} />
      <Stack direction="row" gap={2} wraps>
        <FileButton file={{ kind: 'statement-pdf', from, to }}>{texts.statementPdf}</FileButton>
        <FileButton file={{ kind: 'statement-csv', from, to }}>{texts.statementCsv}</FileButton>
        <FileButton file={{ kind: 'receipts', from, to }}>{texts.receipts}</FileButton>
      </Stack>
    </Stack>
  );
}

function Sums({ statement: { summary, from, to } }: { statement: Statement }) {
  const rows = [
    {
      label: texts.opening(formatDate(from)),
      value: <Money text={formatMoney(summary.opening)} />,
    },
    { label: texts.charges, value: <Money text={formatMoney(summary.charges)} /> },
    { label: texts.credits, value: <Money text={formatMoney(summary.credits)} /> },
    {
      label: texts.closing(formatDate(to)),
      value: <Money text={formatMoney(summary.closing)} />,
      isStrong: true,
    },
  ];
  return (
    <Card label={texts.summary}>
      <Stack gap={3}>
        <SummaryList rows={rows} look="tight" />
        {summary.closing < 0 && <Text tone="muted">{texts.credit}</Text>}
      </Stack>
    </Card>
  );
}

function Lines({ statement: { lines } }: { statement: Statement }) {
  const { company = '' } = useParams();
  if (lines.length === 0) {
    return <EmptyState icon="statement" title={texts.none} text={texts.noneHint} />;
  }
  return <StatementTable lines={lines} domain={company} />;
}

function StatementSkeleton() {
  return (
    <Busy>
      <Stack gap={6}>
        <Skeleton shape="block" width="100%" height="160px" />
        <StatementTable lines={null} domain="" />
      </Stack>
    </Busy>
  );
}
