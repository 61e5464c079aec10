// The account statement of a signed-in customer (R60): a period with its totals and lines, and files of both.

import type { IsoDate } from '@quittance/contract/dates';
import { formatMoney } from '@quittance/contract/format';
import type { AnswerOf } from '@quittance/contract/portal-routes';
import { useParams, useSearchParams } from 'react-router';
import { statementTexts as texts } from '#texts/account/statement';
import { useScrollRestoration } from '../../../shared/hooks/use-scroll-restoration.ts';
import { formatDate } from '../../../shared/lib/format.ts';
import { CursorPager } from '../../../shared/ui/data/cursor-pager.tsx';
import { SummaryList } from '../../../shared/ui/data/summary-list.tsx';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Stale } from '../../../shared/ui/feedback/stale.tsx';
import { Card } from '../../../shared/ui/layout/card.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Money } from '../../../shared/ui/text/money.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { FileButton } from '../../statements/file-button.tsx';
import { type Period, readDay } from '../../statements/period.ts';
import { PeriodChoice } from '../../statements/period-choice.tsx';
import { StatementTable } from '../../statements/statement-table.tsx';
import { statementRead } from '../../store/account-reads.ts';
import { failureText } from '../../store/failure-text.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { useRead } from '../../store/use-read.ts';
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

const LIMIT = 50;

type StatementQuery = { from: IsoDate | null; to: IsoDate | null; cursor: string | null };

function useStatement({ from, to, cursor }: StatementQuery) {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const query = {
    limit: LIMIT,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(cursor ? { cursor } : {}),
  };
  return useRead({
    read: statementRead,
    request: id && { route: 'statement', params: { id }, query },
  });
}
