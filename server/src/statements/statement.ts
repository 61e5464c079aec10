/**
 * A customer's account statement (R60): one page of lines with the balance after each, or all lines for a file.
 * Screen, PDF and CSV show the same lines.
 */
import { addDays, compareDates, type IsoDate } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import { addCents, type Cents, centsSchema, subtractCents, ZERO } from '@quittance/contract/money';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import type { StatementLine, StatementSummary } from '@quittance/contract/statements/statement';
import { z } from 'zod';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { together } from '../platform/database/transaction.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import {
  listStatementLines,
  placeSchema,
  type StatementPlace,
  type StatementRange,
  type StatementRow,
  type StatementSums,
  sumStatement,
} from './statement-lines.ts';

const cursorSchema = z.tuple([placeSchema, centsSchema]);

export function requireDays({ from, to }: { from: IsoDate; to: IsoDate }): void {
  if (compareDates(from, to) > 0) {
    throw new AppError('INVALID_REQUEST', { details: { fields: ['/from'] } });
  }
}

function toSummary({ opening, charges, credits, lines }: StatementSums): StatementSummary {
  const closing = subtractCents(addCents(opening, charges), credits);
  return { opening, charges, credits, closing, lines };
}

const toCursor = ({ at, rank, tie }: StatementRow): StatementPlace => [at, rank, tie];

function withBalances(rows: readonly StatementRow[], before: Cents): StatementLine[] {
  let balance = before;
  return rows.map(({ at: _at, rank, tie, ...line }) => {
    balance = subtractCents(addCents(balance, line.charge), line.credit);
    return { ...line, key: `${rank}-${tie}`, balance };
  });
}

type PageQuery = {
  principal: CustomerPrincipal;
  customerId: CustomerId;
  query: QueryOf<'statement'>;
};

const YEAR_DAYS = 365;

/** Needs one round trip: the sums are read together with the page. The cursor carries the balance forward. */
export function readStatement(
  deps: Deps,
  { principal, customerId, query }: PageQuery,
): Promise<AnswerOf<'statement'>> {
  requireSameCustomer(principal, customerId);
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor, cursorSchema);
  return readAsCustomer(deps, principal, async (tx, { timeZone }) => {
    const { companyId } = principal;
    const today = deps.clock.today(timeZone);
    const { to = today } = query;
    const { from = addDays(to, 1 - YEAR_DAYS) } = query;
    requireDays({ from, to });
    const range = { companyId, customerId, timeZone, from, to };
    const page = { range, after: cursor?.[0] ?? null, limit: query.limit + 1 };
    const [rows, sums] = await together([listStatementLines(tx, page), sumStatement(tx, range)]);
    const { page: shown, last } = cutPage(rows, query.limit);
    const lines = withBalances(shown, cursor?.[1] ?? sums.opening);
    const balance = lines.at(-1)?.balance;
    return {
      success: true,
      from,
      to,
      today,
      lines,
      summary: toSummary(sums),
      nextCursor: last && balance !== undefined ? writeCursor([toCursor(last), balance]) : null,
    };
  });
}

/** Far above what a person reads. A longer period is downloaded in parts. */
const FILE_LINES_MAX = 100_000;
const BATCH = 10_000;

function toSums(opening: Cents, rows: readonly StatementRow[]): StatementSums {
  let [charges, credits] = [ZERO, ZERO];
  for (const { charge, credit } of rows) {
    charges = addCents(charges, charge);
    credits = addCents(credits, credit);
  }
  return { opening, charges, credits, lines: rows.length };
}

/**
 * Reads all lines at one moment, for a file. Only the opening balance is read separately; the sums are computed
 * from the lines.
 */
export async function readWholeStatement(
  tx: Tx,
  range: StatementRange,
): Promise<{ summary: StatementSummary; lines: StatementLine[] }> {
  const { opening } = await sumStatement(tx, { ...range, to: addDays(range.from, -1) });
  const rows: StatementRow[] = [];
  for (let isMore = true; isMore; ) {
    const last = rows.at(-1);
    const after = last ? toCursor(last) : null;
    const batch = await listStatementLines(tx, { range, after, limit: BATCH });
    rows.push(...batch);
    if (rows.length > FILE_LINES_MAX) {
      throw new AppError('INVALID_REQUEST', { details: { fields: ['/from', '/to'] } });
    }
    isMore = batch.length === BATCH;
  }
  const sums = toSums(opening, rows);
  return { summary: toSummary(sums), lines: withBalances(rows, opening) };
}
