/** The text of a statement, from its lines: the document that is drawn, and the rows of the table. */

import type { Instant, IsoDate } from '@quittance/contract/dates';
import { formatDate, formatInstantWithZone, formatMoney } from '@quittance/contract/format';
import type { Language } from '@quittance/contract/language';
import { type Cents, cents, centsToDecimal } from '@quittance/contract/money';
import type {
  StatementKind,
  StatementLine,
  StatementSummary,
} from '@quittance/contract/schemas/records/statement';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import type { Translated } from '@quittance/domain/texts/translated';
import type { CustomerRow } from '../../storage/billing/customers.ts';
import type { Logo } from '../../storage/billing/logos.ts';
import { type DocumentWords, documentWordsFor } from '../../texts/document-words.ts';
import { companyHead, type DocumentCompany } from '../company-head.ts';
import type { StatementCells, StatementDocument } from './draw-statement.ts';
import { KIND_WORDS as KINDS_ES, STATEMENT_WORDS as WORDS_ES } from './es/statement-words.ts';
import { KIND_WORDS, STATEMENT_WORDS } from './statement-words.ts';

/** In the language of the customer (R50). */
const TEXTS = {
  en: { kinds: KIND_WORDS, texts: STATEMENT_WORDS },
  es: { kinds: KINDS_ES, texts: WORDS_ES },
} as const satisfies Record<Language, object>;

type StatementTexts = {
  kinds: Readonly<Record<StatementKind, string>>;
  texts: Translated<typeof STATEMENT_WORDS>;
};

type StatementLanguage = DocumentWords & StatementTexts;

function wordsFor(customer: Pick<CustomerRow, 'language'>): StatementLanguage {
  const words = documentWordsFor(customer);
  return { ...words, ...TEXTS[words.language] };
}

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

/** A waiver has none, and a fee that of the payment beside it. */
const WITHOUT_METHOD: readonly StatementKind[] = [
  ...(['WAIVER', 'WAIVER_WITHDRAWN'] as const),
  ...(['FEE', 'FEE_RETURN', 'FEE_REFUND'] as const),
];

function methodOf(
  { method, brand, last4, kind }: StatementLine,
  { checkout }: StatementLanguage,
): string | null {
  if (method === null || WITHOUT_METHOD.includes(kind)) return null;
  return methodLabel({ kind: method, brand, last4 }, checkout);
}

const heldOf = ({ held }: StatementLine, { texts }: StatementLanguage) =>
  held === null ? null : texts.held(formatMoney(held));

const joined = (parts: readonly (string | null)[], separator: string) =>
  parts.filter((part) => part !== null).join(separator);

/** An amount of zero is left blank, so that the columns show what moved. */
const amount = (value: Cents) => (value === 0 ? '' : formatMoney(value));

function cellsOf(line: StatementLine, words: StatementLanguage): StatementCells {
  const { on, kind, reference, charge, credit, balance } = line;
  return {
    date: formatDate(on, words.dates),
    text: joined([words.kinds[kind], reference, methodOf(line, words), heldOf(line, words)], ' · '),
    charge: amount(charge),
    credit: amount(credit),
    balance: formatMoney(balance),
  };
}

export function statementText(input: StatementInput): StatementDocument {
  const { company, customer, from, to, now, summary, lines } = input;
  const { firstName, lastName, businessName, customerRef } = customer;
  const words = wordsFor(customer);
  const { texts, dates } = words;
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
    lines: lines.map((line) => cellsOf(line, words)),
    empty: texts.empty,
    pageText: texts.page,
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
export function* statementCsv(
  input: Pick<StatementInput, 'from' | 'to' | 'summary' | 'lines'> & {
    customer: Pick<CustomerRow, 'language'>;
  },
) {
  const { from, to, summary, lines } = input;
  const words = wordsFor(input.customer);
  const { texts, kinds } = words;
  const { date, type, reference, details, charge, credit, balance } = texts;
  yield csvRow([date, type, reference, details, charge, credit, balance], []);
  yield csvRow([from, texts.opening, null, null], ['', '', decimal(summary.opening)]);
  for (const line of lines) {
    const details = joined([line.title, methodOf(line, words), heldOf(line, words)], ', ');
    const amounts = [decimal(line.charge), decimal(line.credit), decimal(line.balance)];
    yield csvRow([line.on, kinds[line.kind], line.reference, details], amounts);
  }
  const sums = [decimal(summary.charges), decimal(summary.credits), decimal(summary.closing)];
  yield csvRow([to, texts.closing, null, null], sums);
}
