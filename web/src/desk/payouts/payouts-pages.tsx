// Deposits of the processor compared with the ledger (R96): by day, by payout, and their differences.

import { type Cents, subtractCents } from '@quittance/contract/money';
import { PAYOUT_STATES } from '@quittance/contract/payouts/provider-schemas';
import { processorLabel } from '@quittance/contract/processors/registry';
import { Link } from 'react-router';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { formatDay, formatMoney, toDecimal } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { paymentTabs } from '../records/payment-tabs.ts';
import { TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import { toSearchParams } from '../table/use-list-query.ts';
import { payoutsTexts as texts } from '../texts/payouts.ts';
import { AgreedFees } from './agreed-fees.tsx';

const { columns: headers, fields } = texts;

const PAYOUT_TONES = { PENDING: 'warning', PAID: 'success', FAILED: 'danger' } as const;

export function PayoutBadge({ state }: { state: (typeof PAYOUT_STATES)[number] }) {
  return <Badge tone={PAYOUT_TONES[state]} label={texts.states[state]} />;
}

type Amounts = { deposited: Cents; expected: Cents | null };

const toDifference = ({ deposited, expected }: Amounts) =>
  expected === null ? null : subtractCents(deposited, expected);

export function DifferenceCell(row: Amounts & { differenceCount: number }) {
  const difference = toDifference(row);
  if (difference === null) return texts.unknown;
  if (difference === 0 && row.differenceCount === 0)
    return <Badge tone="success" label={texts.matches} />;
  return <Badge tone="danger" label={formatMoney(difference)} />;
}

/** Says why payouts are missing. */
function PayoutNotice() {
  const { answer } = useRead('getPayoutStatus', {});
  if (answer === null) return null;
  if (!answer.isSupported)
    return <Notice tone="info">{texts.unsupported(processorLabel(answer.processor))}</Notice>;
  return answer.problem && <Notice tone="warning">{texts.problems[answer.problem]}</Notice>;
}

function AgreedFeesButton() {
  const { answer, replace } = useRead('getPayoutStatus', {});
  const canManage = useCan()('manage');
  if (!answer?.isSupported || !canManage) return null;
  return (
    <OpenButton
      variant="secondary"
      label={texts.agreed.label}
      dialog={(onClose) => <AgreedFees fees={answer.fees} onSaved={replace} onClose={onClose} />}
    />
  );
}

const PAGE = {
  title: texts.title,
  tabs: paymentTabs,
  notice: () => <PayoutNotice />,
  action: () => <AgreedFeesButton />,
};

const DATES = [
  { name: 'arrivesFrom', label: fields.arrivesFrom, kind: 'date' },
  { name: 'arrivesTo', label: fields.arrivesTo, kind: 'date' },
] as const;

const STATES = PAYOUT_STATES.map((value) => ({ value, label: texts.states[value] }));

const EMPTY = { icon: 'bank', title: texts.empty, text: texts.emptyText } as const;

const money = (amount: Cents | null) =>
  amount === null ? null : <Money text={formatMoney(amount)} />;
const decimal = (amount: Cents | null) => (amount === null ? null : toDecimal(amount));

const amountColumns = [
  {
    header: headers.fees,
    width: '112px',
    align: 'end',
    from: 'desktop',
    cell: ({ fees }: { fees: Cents }) => money(fees),
  },
  {
    header: headers.expected,
    width: '128px',
    align: 'end',
    from: 'tablet',
    cell: ({ expected }: Amounts) => money(expected),
  },
  {
    header: headers.deposited,
    width: '128px',
    align: 'end',
    cell: ({ deposited }: Amounts) => <Money text={formatMoney(deposited)} isStrong />,
  },
  { header: headers.difference, width: '132px', cell: DifferenceCell },
] as const;

const amountCsv = [
  { header: headers.expected, value: ({ expected }: Amounts) => decimal(expected) },
  { header: headers.deposited, value: ({ deposited }: Amounts) => toDecimal(deposited) },
  { header: headers.difference, value: (row: Amounts) => decimal(toDifference(row)) },
  { header: headers.fees, value: ({ fees }: { fees: Cents }) => toDecimal(fees) },
  {
    header: headers.differences,
    value: ({ differenceCount }: { differenceCount: number }) => String(differenceCount),
  },
];

export const PayoutsPage = createListPage({
  ...PAGE,
  call: 'listPayouts',
  text: texts.text,
  caption: texts.tabs.payouts,
  fields: [{ name: 'state', label: fields.state, kind: 'choice', options: STATES }, ...DATES],
  defaultSort: '-arrivalDate',
  columns: ({ paths }) => [
    {
      header: headers.day,
      sort: 'arrivalDate',
      cell: ({ id, arrivalDate, state, lineCount }) => (
        <TitleCell
          href={paths.payout(id)}
          title={formatDay(arrivalDate)}
          note={texts.note(texts.states[state], lineCount)}
        />
      ),
    },
    {
      header: headers.state,
      width: '132px',
      from: 'desktop',
      cell: ({ state }) => <PayoutBadge state={state} />,
    },
    ...amountColumns,
  ],
  csv: {
    fileName: 'payouts.csv',
    columns: [
      { header: headers.id, value: ({ id }) => id },
      { header: headers.day, value: ({ arrivalDate }) => arrivalDate },
      { header: headers.state, value: ({ state }) => texts.states[state] },
      ...amountCsv,
      { header: headers.items, value: ({ lineCount }) => String(lineCount) },
      { header: headers.reference, value: ({ processorReference }) => processorReference },
    ],
  },
  empty: EMPTY,
});

export const PayoutDaysPage = createListPage({
  ...PAGE,
  call: 'listPayoutDays',
  text: texts.daysText,
  caption: texts.tabs.days,
  fields: DATES,
  columns: ({ paths }) => [
    {
      header: headers.day,
      cell: ({ id, payoutCount }) => (
        <TitleCell
          href={paths.payouts + toSearchParams({ arrivesFrom: id, arrivesTo: id })}
          title={formatDay(id)}
          note={texts.days(payoutCount)}
        />
      ),
    },
    ...amountColumns,
  ],
  csv: {
    fileName: 'payouts-by-day.csv',
    columns: [
      { header: headers.day, value: ({ id }) => id },
      { header: headers.count, value: ({ payoutCount }) => String(payoutCount) },
      ...amountCsv,
    ],
  },
  empty: EMPTY,
});

export const PayoutDifferencesPage = createListPage({
  ...PAGE,
  call: 'listPayoutDifferences',
  text: texts.differencesText,
  caption: texts.tabs.differences,
  filters: ['isOpen', 'payoutId'],
  columns: ({ paths, moments: { day } }) => [
    {
      header: headers.kind,
      cell: ({ kind, payoutId, paymentId, createdAt, expected }) => {
        const title = texts.differenceKinds[kind];
        const note = texts.differenceNote(day(createdAt), formatMoney(expected));
        const href = payoutId ? paths.payout(payoutId) : paymentId && paths.payment(paymentId);
        return href ? <TitleCell href={href} title={title} note={note} /> : title;
      },
    },
    {
      header: headers.payment,
      width: '132px',
      from: 'desktop',
      cell: ({ paymentId }) =>
        paymentId && <Link to={paths.payment(paymentId)}>{texts.showPayment}</Link>,
    },
    {
      header: headers.expected,
      width: '120px',
      align: 'end',
      from: 'tablet',
      cell: ({ expected }) => money(expected),
    },
    {
      header: headers.found,
      width: '120px',
      align: 'end',
      cell: ({ found }) => <Money text={formatMoney(found)} isStrong />,
    },
    {
      header: headers.closed,
      width: '124px',
      from: 'tablet',
      cell: ({ closedAt }) => closedAt && day(closedAt),
    },
  ],
  csv: {
    fileName: 'payout-differences.csv',
    columns: [
      { header: headers.kind, value: ({ kind }) => texts.differenceKinds[kind] },
      { header: headers.created, value: ({ createdAt }) => createdAt },
      { header: headers.reference, value: ({ processorReference }) => processorReference },
      { header: headers.payment, value: ({ paymentId }) => paymentId },
      { header: headers.id, value: ({ payoutId }) => payoutId },
      { header: headers.expected, value: ({ expected }) => toDecimal(expected) },
      { header: headers.found, value: ({ found }) => toDecimal(found) },
      { header: headers.closed, value: ({ closedAt }) => closedAt },
    ],
  },
  empty: { icon: 'check', title: texts.noDifferences, text: texts.noDifferencesText },
});
