// A payout: its amounts, sums by kind, differences and items.

import { processorLabel } from '@quittance/contract/processors/registry';
import { Link, useParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { usePages, useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, useMoments } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { payoutsTexts as texts } from '../texts/payouts.ts';
import { DifferenceCell, PayoutBadge } from './payouts-pages.tsx';

const { columns: headers } = texts;

type Payout = AnswerOf<'getPayout'>;

export function PayoutPage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const payout = useRead('getPayout', { params: { payoutId: id } });
  const { answer } = payout;
  return (
    <Page
      title={answer ? texts.one(formatMoney(answer.deposited)) : texts.title}
      mark={answer && <PayoutBadge state={answer.state} />}
      back={{ href: paths.payouts, label: texts.title }}
    >
      <ReadView read={payout}>{(found) => <PayoutBody payout={found} />}</ReadView>
    </Page>
  );
}

function PayoutBody({ payout }: { payout: Payout }) {
  const { moment } = useMoments();
  const facts = [
    { label: headers.day, value: formatDay(payout.arrivalDate) },
    {
      label: headers.expected,
      value:
        payout.expected === null ? texts.unknown : <Money text={formatMoney(payout.expected)} />,
    },
    {
      label: headers.deposited,
      value: <Money text={formatMoney(payout.deposited)} />,
      isStrong: true,
    },
    { label: headers.difference, value: <DifferenceCell {...payout} /> },
    { label: headers.fees, value: <Money text={formatMoney(payout.fees)} /> },
    { label: headers.created, value: moment(payout.createdAt) },
    { label: processorLabel(payout.processor), value: payout.processorReference },
  ];
  return (
    <Split
      asideFirst
      aside={
        <Section title={texts.facts}>
          <SummaryList rows={facts} />
        </Section>
      }
    >
      <Stack gap={5}>
        {!payout.isItemized && <Notice tone="info">{texts.notItemized}</Notice>}
        {payout.isItemized && <Totals payout={payout} />}
        <Differences payoutId={payout.id} />
        {payout.isItemized && <Lines payoutId={payout.id} />}
      </Stack>
    </Split>
  );
}

const amount = { align: 'end' } as const;

function Totals({ payout: { totals } }: { payout: Payout }) {
  return (
    <Section title={texts.content}>
      <Table
        caption={texts.content}
        rows={totals}
        rowKey={({ kind }) => kind}
        columns={[
          { header: headers.kind, cell: ({ kind }) => texts.lineKinds[kind] },
          { header: headers.items, ...amount, cell: ({ count }) => count },
          { header: headers.gross, ...amount, cell: ({ gross }) => formatMoney(gross) },
          { header: headers.fee, ...amount, cell: ({ fee }) => formatMoney(fee) },
          { header: headers.net, ...amount, cell: ({ net }) => formatMoney(net) },
        ]}
      />
    </Section>
  );
}

const DIFFERENCES_MAX = 100;

function Differences({ payoutId }: { payoutId: string }) {
  const paths = usePaths();
  const query = { payoutId, isOpen: 'true', limit: DIFFERENCES_MAX };
  const differences = useRead('listPayoutDifferences', { query });
  const rows = differences.answer?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={texts.tabs.differences}>
      <Table
        caption={texts.tabs.differences}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { header: headers.kind, cell: ({ kind }) => texts.differenceKinds[kind], isText: true },
          {
            header: headers.payment,
            cell: ({ paymentId }) =>
              paymentId === null ? (
                texts.elsewhere
              ) : (
                <Link to={paths.payment(paymentId)}>{texts.showPayment}</Link>
              ),
          },
          { header: headers.expected, ...amount, cell: ({ expected }) => formatMoney(expected) },
          { header: headers.found, ...amount, cell: ({ found }) => formatMoney(found) },
        ]}
      />
    </Section>
  );
}

function Lines({ payoutId }: { payoutId: string }) {
  const paths = usePaths();
  const { moment } = useMoments();
  const { rows, hasMore, readMore, ...read } = usePages(
    'listPayoutLines',
    {},
    { params: { payoutId } },
  );
  return (
    <Section title={texts.lines}>
      <ReadView read={{ ...read, answer: rows }}>
        {(lines) => (
          <Stack gap={4}>
            <Table
              caption={texts.lines}
              rows={lines}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: headers.created,
                  cell: ({ createdAt, paymentId }) =>
                    paymentId === null ? (
                      moment(createdAt)
                    ) : (
                      <Link to={paths.payment(paymentId)}>{moment(createdAt)}</Link>
                    ),
                },
                { header: headers.kind, cell: ({ kind }) => texts.lineKinds[kind] },
                { header: headers.gross, ...amount, cell: ({ gross }) => formatMoney(gross) },
                { header: headers.fee, ...amount, cell: ({ fee }) => formatMoney(fee) },
                { header: headers.net, ...amount, cell: ({ net }) => formatMoney(net) },
              ]}
            />
            {hasMore && (
              <div>
                <Button variant="secondary" isLoading={read.isReading} onClick={readMore}>
                  {texts.more}
                </Button>
              </div>
            )}
          </Stack>
        )}
      </ReadView>
    </Section>
  );
}
