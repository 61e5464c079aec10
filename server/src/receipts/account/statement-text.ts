/** The text of a statement, from its lines: the document that is drawn, and the rows of the table. */

import type { Instant, IsoDate } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import { type Cents, cents, centsToDecimal } from '@quittance/contract/money';
import type {
  StatementKind,
  StatementLine,
  StatementSummary,
} from '@quittance/contract/schemas/records/statement';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import type { CustomerRow } from '../../storage/billing/customers.ts';
import type { Logo } from '../../storage/billing/logos.ts';
import { documentWordsFor } from '../../texts/document-words.ts';
import { companyHead, type DocumentCompany } from '../company-head.ts';
import type { StatementCells, StatementDocument } from './draw-statement.ts';
import { KIND_WORDS, STATEMENT_WORDS } from './statement-words.ts';

const WORDS = documentWordsFor({ language: null });

export type StatementInput = {
  company: DocumentCompany;
  logo: Logo | null;
  customer: Pick<CustomerRow, 'firstName' | 'lastName' | 'businessName' | 'customerRef'>;
  from: IsoDate;
  to: IsoDate;
  now: Instant;
  summary: StatementSummary;
  lines: readonly StatementLine[];
};

/** A waiver has none, and a fee that of the payment beside it. */
const WITHOUT_METHOD: readonly StatementKind[] = [
  ...(['WAIVER', 'WAIVER_WITHDRAWN'] as const),
  ...(['FEE', 'FEE_RETURN', 'FEE_REFUND'] as const),
];

function methodOf({ method, brand, last4, kind }: StatementLine): string | null {
  if (method === null || WITHOUT_METHOD.includes(kind)) return null;
  return methodLabel({ kind: method, brand, last4 }, WORDS.checkout);
}

const heldOf = ({ held }: StatementLine) =>
  held === null ? null : STATEMENT_WORDS.held(formatMoney(held));

const joined = (parts: readonly (string | null)[], separator: string) =>
  parts.filter((part) => part !== null).join(separator);

/** An amount of zero is left blank, so that the columns show what moved. */
const amount = (value: Cents) => (value === 0 ? '' : formatMoney(value));

function cellsOf(line: StatementLine): StatementCells {
  const { on, kind, reference, charge, credit, balance } = line;
  return {
    date: formatDate(on, WORDS.dates),
    text: joined([KIND_WORDS[kind], reference, methodOf(line), heldOf(line)], ' · '),
    charge: amount(charge),
    credit: amount(credit),
    balance: formatMoney(balance),
  };
}

const { period, headline, title, opening, charges, credits, closing } = STATEMENT_WORDS;

export function statementText(input: StatementInput): StatementDocument {
  const { company, customer, from, to, now, summary, lines } = input;
  const { firstName, lastName, businessName, customerRef } = customer;
  const { date, text, charge, credit, balance } = STATEMENT_WORDS;
  return {
    title,
    period: period(formatDate(from, WORDS.dates), formatDate(to, WORDS.dates)),
    drawnAt: now,
    company: companyHead(company, input.logo, WORDS),
    total: formatMoney(summary.closing),
    headline: headline(formatDate(to, WORDS.dates)),
    facts: [
      [STATEMENT_WORDS.customer, joined([businessName, `${firstName} ${lastName}`.trim()], ', ')],
      [STATEMENT_WORDS.customerRef, customerRef],
      [STATEMENT_WORDS.issued, formatInstantWithZone(now, company.timeZone, WORDS.dates)],
    ],
    sums: [
      [opening, formatMoney(summary.opening)],
      [charges, formatMoney(summary.charges)],
      [credits, formatMoney(summary.credits)],
      [closing, formatMoney(summary.closing)],
    ],
    columns: { date, text, charge, credit, balance },
    lines: lines.map(cellsOf),
    empty: STATEMENT_WORDS.empty,
    pageText: STATEMENT_WORDS.page,
  };
}

/** A spreadsheet computes what begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | null): string {
  if (value === null || value === '') return '';
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** '1234.56': spreadsheets read it as a number everywhere. */
function decimal(value: Cents): string {
  return `${value < 0 ? '-' : ''}${centsToDecimal(cents(Math.abs(value)))}`;
}

const csvRow = (texts: readonly (string | null)[], amounts: readonly string[]) =>
  `${[...texts.map(csvCell), ...amounts].join(',')}\r\n`;

/** RFC 4180, with the balances before and after as the first and the last line. */
export function* statementCsv(input: Pick<StatementInput, 'from' | 'to' | 'summary' | 'lines'>) {
  const { from, to, summary, lines } = input;
  const { date, type, reference, details, charge, credit, balance } = STATEMENT_WORDS;
  yield csvRow([date, type, reference, details, charge, credit, balance], []);
  yield csvRow([from, opening, null, null], ['', '', decimal(summary.opening)]);
  for (const line of lines) {
    const details = joined([line.title, methodOf(line), heldOf(line)], ', ');
    const amounts = [decimal(line.charge), decimal(line.credit), decimal(line.balance)];
    yield csvRow([line.on, KIND_WORDS[line.kind], line.reference, details], amounts);
  }
  const sums = [decimal(summary.charges), decimal(summary.credits), decimal(summary.closing)];
  yield csvRow([to, closing, null, null], sums);
}
