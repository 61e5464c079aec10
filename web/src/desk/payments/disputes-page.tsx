// Disputes at the processor, with their deadlines (R97).

import { Badge } from '../../shared/ui/text/badge.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { formatMoney, toDecimal } from '../format.ts';
import { toDisputeReason } from '../records/codes.ts';
import { paymentTabs } from '../records/payment-tabs.ts';
import { customerColumn, TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { disputesTexts as texts } from '../texts/disputes.ts';

const { columns: headers, presets } = texts;

const TONES = { OPEN: 'warning', WON: 'success', LOST: 'danger' } as const;

export function DisputeBadge({ state }: { state: ItemOf<'listDisputes'>['state'] }) {
  return <Badge tone={TONES[state]} label={texts.states[state]} />;
}

export const DisputesPage = createListPage({
  call: 'listDisputes',
  title: texts.title,
  text: texts.text,
  tabs: paymentTabs,
  presets: [
    { label: presets.open, filters: { state: 'OPEN' } },
    { label: presets.won, filters: { state: 'WON' } },
    { label: presets.lost, filters: { state: 'LOST' } },
  ],
  filters: ['state'],
  columns: ({ paths, moments: { day } }) => [
    {
      header: headers.reason,
      isText: true,
      cell: ({ id, code, customerName, dueAt, state }) => (
        <TitleCell
          href={paths.dispute(id)}
          title={toDisputeReason(code)}
          note={customerName}
          {...(state === 'OPEN' && dueAt !== null ? { phoneNote: texts.due(day(dueAt)) } : {})}
        />
      ),
    },
    customerColumn(paths, { header: headers.customer, width: '20%' }),
    {
      header: headers.created,
      width: '124px',
      from: 'desktop',
      cell: ({ createdAt }) => day(createdAt),
    },
    {
      header: headers.due,
      width: '124px',
      from: 'tablet',
      cell: ({ dueAt, state }) => (state === 'OPEN' && dueAt !== null ? day(dueAt) : texts.none),
    },
    {
      header: headers.state,
      width: '104px',
      cell: ({ state }) => <DisputeBadge state={state} />,
    },
    {
      header: headers.amount,
      width: '120px',
      align: 'end',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ],
  csv: {
    fileName: 'disputes.csv',
    columns: [
      { header: headers.id, value: ({ id }) => id },
      { header: headers.created, value: ({ createdAt }) => createdAt },
      { header: headers.customer, value: ({ customerName }) => customerName },
      { header: headers.reason, value: ({ code }) => code },
      { header: headers.amount, value: ({ amount }) => toDecimal(amount) },
      { header: headers.due, value: ({ dueAt }) => dueAt },
      { header: headers.state, value: ({ state }) => texts.states[state] },
      { header: headers.closed, value: ({ closedAt }) => closedAt },
      { header: headers.payment, value: ({ paymentId }) => paymentId },
      { header: headers.reference, value: ({ processorReference }) => processorReference },
    ],
  },
  empty: { icon: 'check', title: texts.empty, text: texts.emptyText },
});
