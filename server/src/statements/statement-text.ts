/** Builds the text of a statement from its lines: the document to draw, and the rows of the table. */
import type { Instant, IsoDate } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import type { Cents } from '@quittance/contract/money';
import type {
  StatementKind,
  StatementLine,
  StatementSummary,
} from '@quittance/contract/statements/statement';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { companyHead, type DocumentCompany } from '../companies/company-head.ts';
import type { Logo } from '../companies/logos/logo-rows.ts';
import type { CustomerRow } from '../customers/store.ts';
import { csvRow, decimal } from '../kernel/csv.ts';
import { type DocumentWords, documentWordsFor } from '../texts/catalogs.ts';
import type { StatementCells, StatementDocument } from './draw-statement.ts';

export type StatementInput = {
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<
    CustomerRow,
    'firstName' | 'lastName' | 'businessName' | 'customerRef' | 'language'
  >;
  from: IsoDate;
  to: IsoDate;
  now: Instant;
  summary: StatementSummary;
  lines: readonly StatementLine[];
};

/** A waiver has no method, and the payment's line already shows the method of its fee. */
const WITHOUT_METHOD: readonly StatementKind[] = [
  ...(['WAIVER', 'WAIVER_WITHDRAWN', 'CREDIT_APPLIED'] as const),
  ...(['WRITE_OFF', 'WRITE_OFF_WITHDRAWN'] as const),
  ...(['FEE', 'FEE_RETURN', 'FEE_REFUND'] as const),
];

function toMethod(
  { method, brand, last4, number, kind }: StatementLine,
  { checkout }: DocumentWords,
): string | null {
  if (method === null || WITHOUT_METHOD.includes(kind)) return null;
  return methodLabel({ kind: method, brand, last4, reference: number }, checkout);
}

const formatHeld = ({ held }: StatementLine, { statement: texts }: DocumentWords) =>
  held === null ? null : texts.held(formatMoney(held));

const joined = (parts: readonly (string | null)[], separator: string) =>
  parts.filter((part) => part !== null).join(separator);

/** Zero amounts are left blank, so that the columns show only what moved. */
const amount = (value: Cents) => (value === 0 ? '' : formatMoney(value));

/** Caches the text of a day, because many lines have the same day. */
function dayWriter({ dates }: DocumentWords): (day: IsoDate) => string {
  const known = new Map<IsoDate, string>();
  return (day) => {
    const text = known.get(day) ?? formatDate(day, dates);
    known.set(day, text);
    return text;
  };
}

type CellsOf = { words: DocumentWords; toDay: (day: IsoDate) => string };

function toCells(line: StatementLine, { words, toDay }: CellsOf): StatementCells {
  const { on, kind, reference, charge, credit, balance } = line;
  return {
    date: toDay(on),
    text: joined(
      [words.statementKinds[kind], reference, toMethod(line, words), formatHeld(line, words)],
      ' · ',
    ),
    charge: amount(charge),
    credit: amount(credit),
    balance: formatMoney(balance),
  };
}

export function statementText(input: StatementInput): StatementDocument {
  const { company, customer, from, to, now, summary, lines } = input;
  const { firstName, lastName, businessName, customerRef } = customer;
  const words = documentWordsFor(customer);
  const { statement: texts, dates } = words;
  const toDay = dayWriter(words);
  const { date, text, charge, credit, balance } = texts;
  return {
    locale: words.documents.locale,
    title: texts.title,
    period: texts.period(formatDate(from, dates), formatDate(to, dates)),
    drawnAt: now,
    company: companyHead(company, input.logo, words),
    total: formatMoney(summary.closing),
    headline: texts.headline(formatDate(to, dates)),
    facts: [
      [texts.customer, joined([businessName, `${firstName} ${lastName}`.trim()], ', ')],
      [texts.customerRef, customerRef],
      [texts.issued, formatInstantWithZone(now, company.timeZone, dates)],
    ],
    sums: [
      [texts.opening, formatMoney(summary.opening)],
      [texts.charges, formatMoney(summary.charges)],
      [texts.credits, formatMoney(summary.credits)],
      [texts.closing, formatMoney(summary.closing)],
    ],
    columns: { date, text, charge, credit, balance },
    lines: lines.map((line) => toCells(line, { words, toDay })),
    empty: texts.empty,
    texts: words.documents,
  };
}

/** Format: RFC 4180. The first and last lines are the balances before and after. */
export function* statementCsv(
  input: Pick<StatementInput, 'from' | 'to' | 'summary' | 'lines'> & {
    customer: Pick<CustomerRow, 'language'>;
  },
) {
  const { from, to, summary, lines } = input;
  const words = documentWordsFor(input.customer);
  const { statement: texts, statementKinds: kinds } = words;
  const { date, type, reference, details, charge, credit, balance } = texts;
  yield csvRow([date, type, reference, details, charge, credit, balance], []);
  yield csvRow([from, texts.opening, null, null], ['', '', decimal(summary.opening)]);
  for (const line of lines) {
    const details = joined([line.title, toMethod(line, words), formatHeld(line, words)], ', ');
    const amounts = [decimal(line.charge), decimal(line.credit), decimal(line.balance)];
    yield csvRow([line.on, kinds[line.kind], line.reference, details], amounts);
  }
  const sums = [decimal(summary.charges), decimal(summary.credits), decimal(summary.closing)];
  yield csvRow([to, texts.closing, null, null], sums);
}
