/** A customer's upcoming charges by day, and what may be changed about each (ADR 0092). */
import { type IsoDate, isoDateSchema } from '@quittance/contract/dates';
import type { CustomerId } from '@quittance/contract/ids';
import type { AnswerOf, QueryOf } from '@quittance/contract/portal-routes';
import {
  chargeKeySchema,
  type ExcludedInvoice,
  type UpcomingCharge,
} from '@quittance/contract/statements/upcoming-charges';
import { moveWindow } from '@quittance/domain/charges/move-window';
import { payableAmount } from '@quittance/domain/checkout/amounts';
import { feeFor } from '@quittance/domain/checkout/fees';
import { scheduleWindow } from '@quittance/domain/checkout/schedule';
import { earliestAutoPay } from '@quittance/domain/off-session/auto-pay';
import { hourIn } from '@quittance/domain/off-session/run-window';
import { z } from 'zod';
import { listExcludedInvoices } from '../arrangements/auto-pay-charges.ts';
import {
  listUpcoming,
  type UpcomingCursor,
  type UpcomingFilter,
  type UpcomingRow,
} from '../arrangements/upcoming.ts';
import { toChargeRules } from '../companies/charge-rules.ts';
import type { CompanyRow } from '../companies/store.ts';
import { readAsCustomer, requireSameCustomer } from '../customers/customer-scope.ts';
import type { Deps } from '../kernel/deps.ts';
import type { CustomerPrincipal } from '../kernel/principal.ts';
import { savedMethodLine } from '../methods/method-line.ts';
import type { CustomerKey } from '../platform/database/keys.ts';
import { cutPage, readCursor, writeCursor } from '../platform/http/page-cursor.ts';
import type { InvoiceRow } from '../schema/invoices.ts';
import { findFeed } from './calendar-feeds.ts';

type ViewContext = { company: CompanyRow; today: IsoDate };

function toState(row: UpcomingRow): UpcomingCharge['state'] {
  if (row.kind === 'expected') return 'planned';
  if (row.isProcessing || row.invoice.status === 'PENDING') return 'processing';
  if (row.state === 'SUSPENDED') return 'suspended';
  return row.tries > 0 ? 'retrying' : 'planned';
}

function toWindow(row: UpcomingRow, { company, today }: ViewContext) {
  const rules = toChargeRules(company);
  const asked = { today, rules };
  switch (row.kind) {
    case 'schedule': {
      const { latest } = scheduleWindow({ today, preference: company.preference });
      return moveWindow({ ...asked, ...row, latest });
    }
    case 'installment':
      return moveWindow({ ...asked, ...row });
    case 'planned':
      return moveWindow({ ...asked, ...row, isLaterOnly: true });
    case 'expected':
      return moveWindow({ ...asked, chargeOn: row.date, movedFromOn: null, isLaterOnly: true });
  }
}

function isSkippable(row: UpcomingRow, { company }: ViewContext): boolean {
  const { maxSkips } = toChargeRules(company);
  const used = row.kind === 'installment' ? row.planSkips : row.skips;
  return row.skips === 0 && used < maxSkips;
}

/**
 * A charge in progress cannot be changed. A charge that failed before keeps its day, because its retries are
 * counted from that day.
 */
function toChanges(row: UpcomingRow, viewed: ViewContext): UpcomingCharge['changes'] {
  const state = toState(row);
  const isDisputed = row.invoice.status === 'DISPUTED';
  if (state === 'processing' || isDisputed) {
    return { move: null, isSkippable: false, isSwitchable: false, isCancelable: false };
  }
  const isPlanned = state === 'planned';
  return {
    move: isPlanned ? toWindow(row, viewed) : null,
    isSkippable: isPlanned && isSkippable(row, viewed),
    isSwitchable: true,
    isCancelable: true,
  };
}

/** Agreed amounts are fixed. Auto-pay charges the amount owed on the day. */
function computeAmounts(row: UpcomingRow, { company }: ViewContext) {
  if (row.kind === 'schedule' || row.kind === 'installment') {
    return { amount: row.amountCents, fee: row.feeCents };
  }
  const amount = payableAmount(row.invoice);
  const { fee } = feeFor({ kind: row.method.kind, amountCents: amount, company });
  return { amount, fee };
}

function toKind({ kind }: UpcomingRow): UpcomingCharge['kind'] {
  return kind === 'planned' || kind === 'expected' ? 'autoPay' : kind;
}

function toCharge(row: UpcomingRow, viewed: ViewContext): UpcomingCharge {
  const { accountRef, internalRef, productName, dueOn: dueDate } = row.invoice;
  const isSuspended = row.kind !== 'expected' && row.state === 'SUSPENDED';
  return {
    key: row.key,
    kind: toKind(row),
    date: row.date,
    ...computeAmounts(row, viewed),
    method: row.method && !isSuspended ? savedMethodLine(row.method) : null,
    invoice: { accountRef, internalRef, productName, dueDate },
    installment: row.kind === 'installment' ? { number: row.index, of: row.count } : null,
    state: toState(row),
    changes: toChanges(row, viewed),
  };
}

const positionSchema = z.tuple([isoDateSchema, chargeKeySchema]);

function toPosition(cursor: string | undefined): UpcomingCursor | null {
  if (cursor === undefined) return null;
  const [date, key] = readCursor(cursor, positionSchema);
  return { date, key };
}

export function upcomingFilter(
  { clock }: Pick<Deps, 'clock'>,
  {
    company,
    ...page
  }: CustomerKey & Pick<UpcomingFilter, 'after' | 'limit'> & { company: CompanyRow },
): UpcomingFilter {
  const { timeZone } = company;
  const today = clock.today(timeZone);
  const now = { today, hour: hourIn(timeZone, clock.now()) };
  const earliest = (isReopened: boolean) => ({
    card: earliestAutoPay({ kind: 'card', isReopened, ...now }),
    ach: earliestAutoPay({ kind: 'ach', isReopened, ...now }),
  });
  return { ...page, today, earliest: { ...earliest(false), reopened: earliest(true) } };
}

export function toUpcomingCharges(
  rows: readonly UpcomingRow[],
  viewed: ViewContext,
): UpcomingCharge[] {
  // Charges of invoices that have since been paid another way, or negotiated down to zero, are omitted.
  return rows.map((row) => toCharge(row, viewed)).filter(({ amount }) => amount > 0);
}

function toExcludedInvoice(invoice: InvoiceRow): ExcludedInvoice {
  const { id, accountRef, productName, dueOn: dueDate } = invoice;
  return {
    key: `auto-pay:${id}`,
    accountRef,
    productName,
    dueDate,
    amount: payableAmount(invoice),
  };
}

type ListCommand = {
  principal: CustomerPrincipal;
  customerId: CustomerId;
  query: QueryOf<'upcomingCharges'>;
};

export function listUpcomingCharges(
  deps: Deps,
  { principal, customerId, query }: ListCommand,
): Promise<AnswerOf<'upcomingCharges'>> {
  requireSameCustomer(principal, customerId);
  const { companyId } = principal;
  const { limit } = query;
  return readAsCustomer(deps, principal, async (tx, company) => {
    const after = toPosition(query.cursor);
    const page = { companyId, customerId, company, after, limit: limit + 1 };
    const filter = upcomingFilter(deps, page);
    const [rows, feed, excluded] = await Promise.all([
      listUpcoming(tx, filter),
      findFeed(tx, { companyId, customerId }),
      after ? [] : listExcludedInvoices(tx, { companyId, customerId }),
    ]);
    const { page: shown, last } = cutPage(rows, limit);
    const { today } = filter;
    return {
      success: true,
      charges: toUpcomingCharges(shown, { company, today }),
      excluded: excluded.map(toExcludedInvoice),
      today,
      feed: feed && { createdAt: feed.createdAt },
      nextCursor: last ? writeCursor([last.date, last.key]) : null,
    };
  });
}
