/** The source of each kind of attention item: a table, an index of the open items, and the start time. */

import type { Instant } from '@quittance/contract/dates';
import type { CompanyId } from '@quittance/contract/ids';
import type { AttentionKind } from '@quittance/contract/reports/attention-schemas';
import { type SQL, sql } from 'drizzle-orm';
import { planPauses } from '../schema/arrangement-changes.ts';
import { plans, schedules } from '../schema/arrangements.ts';
import { companies, processorConnections } from '../schema/companies.ts';
import { contacts, IS_UNSEEN_BOUNCE, paymentMethods } from '../schema/customers.ts';
import { webhookEndpoints } from '../schema/events.ts';
import { inquiries } from '../schema/inquiries.ts';
import { IS_UNSEEN_ORPHAN, IS_UNSEEN_RETURN, IS_UNSEEN_WARNING } from '../schema/list-indexes.ts';
import { attempts } from '../schema/payments.ts';
import { IS_OPEN_DIFFERENCE, payoutDifferences } from '../schema/payouts.ts';
import { unplacedCharges } from '../schema/reconciliations.ts';
import {
  disputes,
  IS_STUCK_REFUND,
  IS_UNEXPECTED_REFUND,
  IS_UNRESOLVED_FAILURE,
  refunds,
} from '../schema/refunds.ts';

export type AttentionCursor = { since: Instant; id: string };

/** Every expression refers to the table as `t`. */
export type Source = {
  kind: AttentionKind;
  table: SQL;
  isOpen: SQL;
  since: SQL;
  orderedBy?: SQL;
  isAfter?: (cursor: AttentionCursor) => SQL;
  customerId?: SQL;
  invoiceId?: SQL;
  attemptId?: SQL;
  amount?: SQL;
  code?: SQL;
  inquiryKind?: SQL;
  months?: SQL;
  date?: SQL;
  state?: SQL;
  brand?: SQL;
  last4?: SQL;
};

const CUSTOMER = { customerId: sql`t.customer_id` };
const INVOICE = { ...CUSTOMER, invoiceId: sql`t.invoice_id` };
const PAYMENT = {
  ...INVOICE,
  table: sql`${attempts}`,
  attemptId: sql`t.id`,
  amount: sql`t.amount_cents + t.fee_cents`,
  code: sql`t.response_code`,
  state: sql`t.state`,
};
const CHARGED = { ...CUSTOMER, attemptId: sql`t.attempt_id`, amount: sql`t.amount_cents` };

/**
 * Payments that were sent and have had no outcome for so long that a person may decide. Each state is a separate
 * range of the index.
 */
const held = (heldBefore: Instant): Source[] =>
  (['SENT', 'UNKNOWN'] as const).map((state) => ({
    ...PAYMENT,
    kind: 'HELD_PAYMENT',
    isOpen: sql`t.state = ${sql.raw(`'${state}'`)} and t.processor <> 'manual'
      and t.created_at <= ${heldBefore}::timestamptz`,
    since: sql`t.created_at`,
  }));

/** Nothing is owed on an invoice that was paid again or voided. A payment for several invoices has none itself. */
const IS_STILL_OWED = sql`not exists (select from invoices i where i.company_id = t.company_id
  and i.id = t.invoice_id and i.status in ('COLLECTED', 'PAYMENT_PLAN_COLLECTED', 'DRAFT'))`;

const OF_PAYMENTS: readonly Source[] = [
  { ...PAYMENT, kind: 'ORPHANED_CHARGE', isOpen: IS_UNSEEN_ORPHAN, since: sql`t.created_at` },
  {
    kind: 'UNPLACED_CHARGE',
    table: sql`${unplacedCharges}`,
    isOpen: sql`t.closed_at is null`,
    since: sql`t.found_at`,
    amount: sql`t.amount_cents`,
    code: sql`t.processor_reference`,
    state: sql`case when t.refund_sent_at is not null then 'REFUND_SENT'
      when t.is_pending then 'PENDING' else 'SUCCEEDED' end`,
  },
  {
    ...PAYMENT,
    kind: 'RETURNED_PAYMENT',
    isOpen: sql`${IS_UNSEEN_RETURN} and ${IS_STILL_OWED}`,
    since: sql`t.settled_at`,
  },
  {
    ...PAYMENT,
    kind: 'WARNED_PAYMENT',
    isOpen: IS_UNSEEN_WARNING,
    since: sql`t.warned_at`,
    code: sql`t.warning`,
  },
  {
    ...CHARGED,
    kind: 'DISPUTED_PAYMENT',
    table: sql`${disputes}`,
    isOpen: sql`t.state = 'OPEN'`,
    since: sql`t.created_at`,
    code: sql`t.code`,
    date: sql`(t.due_at at time zone (select c.time_zone from companies c
      where c.company_id = t.company_id))::date`,
    state: sql`case when t.awaits_evidence then 'AWAITS_EVIDENCE' end`,
  },
  {
    ...CHARGED,
    kind: 'STUCK_REFUND',
    table: sql`${refunds}`,
    isOpen: IS_STUCK_REFUND,
    since: sql`t.held_at`,
    state: sql`t.state`,
  },
  {
    ...CHARGED,
    kind: 'FAILED_REFUND',
    table: sql`${refunds}`,
    isOpen: IS_UNRESOLVED_FAILURE,
    since: sql`t.failed_at`,
    code: sql`t.failure_reason`,
    state: sql`t.state`,
  },
  {
    ...CHARGED,
    kind: 'UNEXPECTED_REFUND',
    table: sql`${refunds}`,
    isOpen: IS_UNEXPECTED_REFUND,
    since: sql`t.unexpected_at`,
    code: sql`t.processor_reference`,
  },
  {
    kind: 'PAYOUT_DIFFERENCE',
    table: sql`${payoutDifferences}`,
    isOpen: IS_OPEN_DIFFERENCE,
    since: sql`t.created_at`,
    attemptId: sql`t.attempt_id`,
    amount: sql`t.found_cents - t.expected_cents`,
    code: sql`t.processor_reference`,
    state: sql`t.kind`,
  },
];

const OF_CUSTOMERS: readonly Source[] = [
  {
    ...INVOICE,
    kind: 'INQUIRY',
    table: sql`${inquiries}`,
    isOpen: sql`t.answered_at is null`,
    since: sql`t.created_at`,
    inquiryKind: sql`t.kind`,
  },
  {
    ...CUSTOMER,
    kind: 'BOUNCED_MAIL',
    table: sql`${contacts}`,
    isOpen: IS_UNSEEN_BOUNCE,
    since: sql`t.bounced_at`,
  },
  {
    ...INVOICE,
    kind: 'SUSPENDED_SCHEDULE',
    table: sql`${schedules}`,
    isOpen: sql`t.state = 'SUSPENDED'`,
    since: sql`t.suspended_at`,
    amount: sql`t.amount_cents + t.fee_cents`,
    date: sql`t.charge_on`,
  },
  {
    ...INVOICE,
    kind: 'SUSPENDED_PLAN',
    table: sql`${plans}`,
    isOpen: sql`t.state = 'SUSPENDED'`,
    since: sql`t.suspended_at`,
    amount: sql`t.amount_cents + t.fee_cents`,
  },
  {
    ...INVOICE,
    kind: 'PAUSE_REQUEST',
    table: sql`${planPauses}`,
    isOpen: sql`t.state = 'OPEN'`,
    since: sql`t.created_at`,
    months: sql`t.months`,
  },
];

/** A company has only a few endpoints. */
const ENDPOINTS: Source = {
  kind: 'FAILING_ENDPOINT',
  table: sql`${webhookEndpoints}`,
  isOpen: sql`(t.state = 'PAUSED' or (t.state = 'ACTIVE' and t.failing_since is not null))`,
  since: sql`coalesce(t.failing_since, t.created_at)`,
  state: sql`t.state`,
};

const isArranged = (
  companyId: CompanyId,
) => sql`(exists (select from schedules s where s.company_id = ${companyId}::uuid
      and s.customer_id = t.customer_id and s.method_id = t.id and s.state in ('LIVE', 'SUSPENDED'))
    or exists (select from plans p where p.company_id = ${companyId}::uuid
      and p.customer_id = t.customer_id and p.method_id = t.id and p.state in ('LIVE', 'SUSPENDED'))
    or exists (select from customers c where c.company_id = ${companyId}::uuid and c.id = t.customer_id
      and c.auto_pay_method_id = t.id and c.is_auto_pay_active))`;

type Month = { year: number; month: number };

const toMonth = (at: Instant): Month => ({
  year: Number(at.slice(0, 4)),
  month: Number(at.slice(5, 7)),
});

function monthsFrom({ year, month }: Month, count: number): Month {
  const months = year * 12 + month - 1 + count;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * In the list, a month is represented by its first instant. A cursor between two months comes after all cards of
 * the earlier month.
 */
function isCardAfter({ since, id }: AttentionCursor): SQL {
  const { year, month } = toMonth(since);
  const isFirst = since.slice(7) === '-01T00:00:00.000Z';
  return sql`(t.expires_year, t.expires_month, t.id)
    > (${year}::integer, ${month}::integer, ${isFirst ? id : LAST_ID}::uuid)`;
}

/** Cards with arranged charges, listed from the month before their last valid month through the month after it. */
function expiringCards({ now, companyId }: { now: Instant; companyId: CompanyId }): Source {
  const [from, to] = [monthsFrom(toMonth(now), -1), monthsFrom(toMonth(now), 1)];
  const within = (sign: '>=' | '<=', { year, month }: Month) =>
    sql`(t.expires_year, t.expires_month) ${sql.raw(sign)} (${year}::integer, ${month}::integer)`;
  const first = sql`make_date(t.expires_year, t.expires_month, 1)`;
  return {
    ...CUSTOMER,
    kind: 'EXPIRING_METHOD',
    table: sql`${paymentMethods}`,
    isOpen: sql`t.state = 'active' and t.expires_year is not null
      and ${within('>=', from)} and ${within('<=', to)} and ${isArranged(companyId)}`,
    since: sql`(${first}::timestamp at time zone 'UTC')`,
    orderedBy: sql`t.expires_year, t.expires_month`,
    isAfter: isCardAfter,
    date: sql`(${first} + interval '1 month - 1 day')::date`,
    brand: sql`t.brand`,
    last4: sql`t.last4`,
  };
}

/** Jobs have not charged anything since a restore. The item's id is the company's id. */
const HOLD: Source = {
  kind: 'CHARGES_HELD',
  table: sql`(select company_id, company_id as id, charges_held_since from ${companies})`,
  isOpen: sql`t.charges_held_since is not null`,
  since: sql`t.charges_held_since`,
};

/** The item's id is the company's id, because a company has one processor account. */
const CONNECTION: Source = {
  kind: 'BROKEN_CONNECTION',
  table: sql`(select company_id, company_id as id, problem, problem_since from ${processorConnections})`,
  isOpen: sql`t.problem is not null`,
  since: sql`t.problem_since`,
  state: sql`t.problem`,
};

type SourceScope = { companyId: CompanyId; now: Instant; heldBefore: Instant };

export function attentionSources(scope: SourceScope) {
  return [
    HOLD,
    CONNECTION,
    ...held(scope.heldBefore),
    ...OF_PAYMENTS,
    ...OF_CUSTOMERS,
    ENDPOINTS,
    expiringCards(scope),
  ] as const;
}
