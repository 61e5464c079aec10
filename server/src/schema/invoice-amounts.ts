/** How the total of an invoice was settled (R91). */
import { ZERO } from '@quittance/contract/money';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { check } from 'drizzle-orm/pg-core';
import { centsColumn } from './columns.ts';

export const INVOICE_AMOUNTS = {
  totalCents: centsColumn('total_cents').notNull(),
  /** Everything that is settled: paid, paid before, waived or credited, less what is owed again. */
  paidCents: centsColumn('paid_cents').notNull(),
  /** Paid before the company used the portal: no attempt and no posting has it. */
  paidBeforeCents: centsColumn('paid_before_cents').notNull().default(ZERO),
  waivedCents: centsColumn('waived_cents').notNull().default(ZERO),
  creditedCents: centsColumn('credited_cents').notNull().default(ZERO),
  /** Principal that was given back, whether it is owed again or not. */
  refundedCents: centsColumn('refunded_cents').notNull().default(ZERO),
  owedAgainCents: centsColumn('owed_again_cents').notNull().default(ZERO),
  /** Amount of the credit notes that are not voided: settled on the invoice, or given to the customer as credit (R112). */
  notedCents: centsColumn('noted_cents').notNull().default(ZERO),
  /** Principal of refunds that are ordered, not made yet, and not owed again (R112). */
  refundingCents: centsColumn('refunding_cents').notNull().default(ZERO),
};

export const invoiceAmountChecks = ({
  totalCents,
  paidCents,
  paidBeforeCents,
  waivedCents,
  creditedCents,
  refundedCents,
  owedAgainCents,
  notedCents,
  refundingCents,
}: Record<keyof typeof INVOICE_AMOUNTS, SQLWrapper>) => [
  check('invoice_total_is_positive', sql`${totalCents} > 0`),
  check('invoice_is_paid_within_its_total', sql`${paidCents} between 0 and ${totalCents}`),
  check(
    'invoice_is_owed_again_what_was_refunded',
    sql`${owedAgainCents} between 0 and ${refundedCents}`,
  ),
  check(
    'invoice_is_settled_by_what_was_paid_waived_and_credited',
    sql`least(${paidBeforeCents}, ${waivedCents}, ${creditedCents}) >= 0
        and ${paidBeforeCents} + ${waivedCents} + ${creditedCents} <= ${paidCents} + ${owedAgainCents}`,
  ),
  check(
    'invoice_gives_back_at_most_its_total',
    sql`least(${notedCents}, ${refundingCents}) >= 0
        and ${notedCents} + ${waivedCents} + ${refundedCents} - ${owedAgainCents} + ${refundingCents} <= ${totalCents}`,
  ),
];
