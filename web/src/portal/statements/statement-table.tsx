// The lines of a statement, with the balance after each.

import { formatMoney } from '@quittance/contract/format';
import { type Cents, subtractCents, ZERO } from '@quittance/contract/money';
import type { StatementLine } from '@quittance/contract/statements/statement';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { Link } from 'react-router';
import { statementTexts as texts } from '#texts/account/statement';
import { checkoutTexts } from '#texts/shared/checkout';
import { statementKinds } from '#texts/shared/records';
import { formatDate, joinFacts } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { MethodText } from '../../shared/ui/data/method-line.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { VisuallyHidden } from '../../shared/ui/layout/visually-hidden.tsx';
import { titleLinkClass } from '../../shared/ui/text/link-class.ts';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

const HEADERS = texts.columns;

/** Only these lines are always invoices. Other lines may concern an order or an estimate. */
const OF_INVOICES = new Set<StatementLine['kind']>(['INVOICE', 'REBILLED', 'REOPENED']);

function toNote({ kind, title, method, brand, last4, number, held }: StatementLine): string {
  const isWaiver = kind === 'WAIVER' || kind === 'WAIVER_WITHDRAWN';
  const parts = [
    method === null || isWaiver
      ? title
      : methodLabel({ kind: method, brand, last4, reference: number }, checkoutTexts),
    held === null ? null : texts.held(formatMoney(held)),
  ];
  return joinFacts(parts);
}

function What({ line, domain }: { line: StatementLine; domain: string }) {
  const { kind, reference } = line;
  const params = { company: domain, invoiceRef: reference ?? '' };
  const name = joinFacts([statementKinds[kind], reference]);
  return (
    <TwoLineCell note={toNote(line) && <MethodText text={toNote(line)} />}>
      {OF_INVOICES.has(kind) && reference ? (
        <Link className={titleLinkClass()} to={hrefTo(PORTAL_PAGES.invoice, params)}>
          {name}
        </Link>
      ) : (
        <Text isStrong>{name}</Text>
      )}
    </TwoLineCell>
  );
}

/** On a phone an amount stands alone, so its column is named for screen readers. */
function NamedAmount({ name, value }: { name: string; value: Cents }) {
  return (
    <>
      <VisuallyHidden>{name} </VisuallyHidden>
      <Money text={formatMoney(value)} isStrong />
    </>
  );
}

/** A dash replaces zero, so that only the amounts that changed stand out. */
const Amount = ({ value }: { value: Cents }) => (
  <Money text={value === 0 ? texts.nothing : formatMoney(value)} />
);

const amountColumn = { isWhole: true, align: 'end', width: '14%' } as const;

function columnsFor(domain: string): Column<StatementLine>[] {
  return [
    {
      key: 'date',
      header: HEADERS.date,
      isWhole: true,
      width: '25%',
      card: 'title',
      cell: ({ on }) => formatDate(on),
      cardCell: ({ on }) => (
        <Text size="small" tone="subtle">
          {formatDate(on)}
        </Text>
      ),
    },
    {
      key: 'what',
      header: HEADERS.what,
      card: 'title',
      cell: (line) => <What line={line} domain={domain} />,
    },
    {
      ...amountColumn,
      key: 'charge',
      header: HEADERS.charge,
      card: 'aside',
      cell: ({ charge }) => <Amount value={charge} />,
      cardCell: ({ charge }) =>
        charge !== 0 && <NamedAmount name={HEADERS.charge} value={charge} />,
    },
    {
      ...amountColumn,
      key: 'credit',
      header: HEADERS.credit,
      card: 'aside',
      cell: ({ credit }) => <Amount value={credit} />,
      cardCell: ({ credit }) =>
        credit !== 0 && <NamedAmount name={HEADERS.credit} value={subtractCents(ZERO, credit)} />,
    },
    {
      ...amountColumn,
      key: 'balance',
      header: HEADERS.balance,
      card: 'aside',
      cell: ({ balance }) => <Money text={formatMoney(balance)} />,
      cardCell: ({ balance }) => (
        <Text size="small" tone="subtle">
          {HEADERS.balance} <Money text={formatMoney(balance)} />
        </Text>
      ),
    },
  ];
}

type StatementTableProps = { lines: readonly StatementLine[] | null; domain: string };

export function StatementTable({ lines, domain }: StatementTableProps) {
  return (
    <DataTable
      caption={texts.lines}
      columns={columnsFor(domain)}
      rows={lines}
      rowKey={({ key }) => key}
      isFixed
      isCompact
    />
  );
}
