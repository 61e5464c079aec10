/** Reads audit trail entries in chain order: the customer of each, and the changes that appear in a history. */

import { instantSchema, isoDateSchema } from '@quittance/contract/dates';
import { type CompanyId, customerIdSchema } from '@quittance/contract/ids';
import { addCents, type Cents, centsSchema, ZERO } from '@quittance/contract/money';
import { chargeKindSchema } from '@quittance/contract/vocabulary';
import type { EventType } from '@quittance/contract/webhooks/event-schemas';
import { methodLabel } from '@quittance/domain/checkout/method-label';
import { checkoutTexts } from '@quittance/domain/texts/en/checkout';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../platform/database/database.ts';
import type { Fact } from './history-facts.ts';

/**
 * Changes to arrangements, by audit action and history name. Payments are omitted, because they have their own
 * states.
 */
const TOLD_CHANGES: Readonly<Record<string, string>> = {
  'payment.scheduled': 'payment.scheduled',
  'payment.unscheduled': 'payment.unscheduled',
  'schedule.moved_by_company': 'schedule.moved_by_company',
  'plan.cancelled': 'plan.canceled',
  'arrangement.ended': 'arrangement.ended',
  'schedule.moved': 'schedule.moved',
  'schedule.skipped': 'schedule.skipped',
  'plan.move': 'plan.move',
  'plan.skip': 'plan.skip',
  'plan.day': 'plan.day',
  'plan.shorten': 'plan.shorten',
  'plan.pause_requested': 'plan.pause_requested',
  'plan.pause_granted': 'plan.pause_granted',
  'plan.pause_refused': 'plan.pause_refused',
  'plan.pause_withdrawn': 'plan.pause_withdrawn',
  'auto_pay.moved': 'auto_pay.moved',
  'auto_pay.skipped': 'auto_pay.skipped',
  'auto_pay.excluded': 'auto_pay.excluded',
  'auto_pay.included': 'auto_pay.included',
  'inquiry.question_asked': 'inquiry.question_asked',
  'inquiry.dispute_opened': 'inquiry.dispute_opened',
  'inquiry.answered': 'inquiry.answered',
  'method.added': 'method.added',
  'method.changed': 'method.changed',
  'method.removed': 'method.removed',
  'auto_pay.on': 'auto_pay.on',
  'auto_pay.off': 'auto_pay.off',
};

const touchSchema = z.object({
  id: z.string(),
  at: instantSchema,
  actor: z.string(),
  action: z.string(),
  detail: z.object({
    amountCents: centsSchema.optional().catch(undefined),
    feeCents: centsSchema.optional().catch(undefined),
    chargeOn: isoDateSchema.optional().catch(undefined),
    to: isoDateSchema.optional().catch(undefined),
    date: isoDateSchema.optional().catch(undefined),
  }),
  /** Null if the entry concerns no customer, or a customer that no longer exists. */
  customerId: customerIdSchema.nullable(),
  invoice: z.string().nullable(),
  kind: chargeKindSchema.nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
});
type Touch = z.infer<typeof touchSchema>;

/** A new record has no history yet. Without this, each row of an import would be looked up again. */
const NEW_RECORDS = [
  'customer.created',
  'invoice.issued',
  'invoice.drafted',
  'project.created',
  'order.created',
  'contract.created',
  'estimate.created',
] satisfies (EventType | 'invoice.drafted')[];

/** Positions of the chain, which has no gaps. */
type Entries = { companyId: CompanyId; after: number; to: number };

/** The subject of an entry identifies a row: 'plan:<id>', 'attempt:<id>'. */
export async function listTouches(tx: Tx, { companyId, after, to }: Entries): Promise<Touch[]> {
  const { rows } = await tx.execute(sql`
    with entry as materialized (
      select position, id, at, actor, action, detail, split_part(subject, ':', 1) as about,
        case when split_part(subject, ':', 2) ~ '^[0-9a-f-]{36}$'
          then split_part(subject, ':', 2)::uuid end as row_id,
        case when coalesce(detail ->> 'after', detail ->> 'methodId') ~ '^[0-9a-f-]{36}$'
          then coalesce(detail ->> 'after', detail ->> 'methodId')::uuid end as method_id
      from audit where company_id = ${companyId} and position > ${after} and position <= ${to}
        and action <> all(${sql.param(NEW_RECORDS)}::text[]))
    select entry.id::text, entry.actor, entry.action, entry.detail,
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      coalesce(c.id, a.customer_id, s.customer_id, p.customer_id, ac.customer_id, i.customer_id,
        m.customer_id) as "customerId",
      i.account_ref as invoice, m.kind, m.brand, m.last4
    from entry
      left join customers c on c.company_id = ${companyId}::uuid and about = 'customer' and c.id = row_id
      left join attempts a on a.company_id = ${companyId}::uuid and about = 'attempt' and a.id = row_id
      left join schedules s on s.company_id = ${companyId}::uuid and about = 'schedule' and s.id = row_id
      left join plans p on p.company_id = ${companyId}::uuid and about = 'plan' and p.id = row_id
      left join auto_pay_charges ac on ac.company_id = ${companyId}::uuid and about = 'auto-pay'
        and ac.id = row_id
      left join invoices i on i.company_id = ${companyId}::uuid and i.id = case
        when about = 'invoice' then row_id
        else coalesce(s.invoice_id, p.invoice_id, ac.invoice_id) end
      left join payment_methods m on m.company_id = ${companyId}::uuid and m.id = case
        when about = 'method' then row_id else entry.method_id end
    order by entry.position`);
  return z.array(touchSchema).parse(rows);
}

function toActor(actor: string): 'PAYER' | 'COMPANY' | 'SYSTEM' {
  if (/^(?:customer|link):/.test(actor)) return 'PAYER';
  return /^(?:key:|operator)/.test(actor) ? 'COMPANY' : 'SYSTEM';
}

function toAmount({ amountCents, feeCents }: Touch['detail']): Cents | null {
  return amountCents === undefined ? null : addCents(amountCents, feeCents ?? ZERO);
}

export function changesIn(touches: readonly Touch[]): Fact[] {
  return touches.flatMap((touch): Fact[] => {
    const { customerId, at, detail, invoice, kind, brand, last4 } = touch;
    const action = TOLD_CHANGES[touch.action];
    if (customerId === null || action === undefined) return [];
    return [
      {
        customerId,
        fact: `audit:${touch.id}`,
        content: {
          kind: 'CHANGE',
          at,
          action,
          by: toActor(touch.actor),
          invoice,
          method: kind && methodLabel({ kind, brand, last4 }, checkoutTexts),
          amount: toAmount(detail),
          on: detail.chargeOn ?? detail.to ?? detail.date ?? null,
        },
      },
    ];
  });
}
