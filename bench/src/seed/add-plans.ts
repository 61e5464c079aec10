/** Seeds payment plans with installments due on a given day, under mandates on saved cards. */
import { randomUUID } from 'node:crypto';
import type { CompanyId, CustomerId } from '@quittance/contract/ids';
import type pg from 'pg';
import { addCards, type SeedTools } from './add-company.ts';
import { addInvoicesInPlans, inBulk, TOTAL_CENTS } from './add-invoices.ts';

const FEE_CENTS = 100;

async function addMandates(
  { pool }: SeedTools,
  companyId: CompanyId,
  { customerIds, methodIds }: { customerIds: readonly CustomerId[]; methodIds: readonly string[] },
): Promise<void> {
  await pool.query(
    `insert into mandates (company_id, id, customer_id, method_id, purpose, kind, text, text_version, cap_cents,
       authorised_from_on, evidence, created_at)
     select $1, gen_random_uuid(), customer_id, method_id, 'PLAN', 'card', 'text', '1', 1000000, current_date - 2,
       '{"ipAddress": "127.0.0.1", "userAgent": "bench"}', now()
     from unnest($2::uuid[], $3::uuid[]) as card (customer_id, method_id)`,
    [companyId, customerIds, methodIds],
  );
}

export type Plans = {
  companyId: CompanyId;
  customerIds: readonly CustomerId[];
  count: number;
  installmentsPerPlan: number;
  firstDueOn: string;
};

export async function addPlans(seeding: SeedTools, plans: Plans): Promise<void> {
  const { companyId, customerIds, count, installmentsPerPlan, firstDueOn } = plans;
  const methodIds = await addCards(seeding, companyId, customerIds);
  await addMandates(seeding, companyId, { customerIds, methodIds });
  const prefix = `PP${randomUUID().slice(0, 8)}`;
  await addInvoicesInPlans(seeding, { companyId, customerIds, count, prefix });
  await inBulk(seeding.pool, async (client) => {
    await client.query('analyze customers, mandates, invoices');
    await client.query(
      `insert into plans (company_id, id, customer_id, invoice_id, mandate_id, method_id, amount_cents, fee_cents,
         count, anchor_on, state, created_at)
       select i.company_id, gen_random_uuid(), i.customer_id, i.id, m.id, m.method_id, i.total_cents,
         $3::integer * ${FEE_CENTS}, $3::integer, $4::date, 'LIVE', now()
       from invoices i join mandates m on m.company_id = i.company_id and m.customer_id = i.customer_id
       where i.company_id = $1 and starts_with(i.account_ref, $2::text || '-')`,
      [companyId, prefix, installmentsPerPlan, firstDueOn],
    );
    await client.query('analyze plans');
    const principalCents = TOTAL_CENTS / installmentsPerPlan;
    await client.query(
      `insert into installments (company_id, plan_id, customer_id, index, due_on, principal_cents, fee_cents, cost_cents, status)
       select p.company_id, p.id, p.customer_id, n, (p.anchor_on + make_interval(months => n - 1))::date, $3::integer, ${FEE_CENTS},
         $3::integer + ${FEE_CENTS}, 'OPEN'
       from plans p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id, generate_series(1, p.count) n
       where p.company_id = $1 and starts_with(i.account_ref, $2::text || '-')`,
      [companyId, prefix, principalCents],
    );
    await insertNotices(client, companyId, prefix);
    await client.query('analyze');
    await client.query('checkpoint');
  });
}

/**
 * Seeds the notices that precede charges within three days. Without them, a run would first send a notice to every
 * customer.
 */
async function insertNotices(client: pg.PoolClient, companyId: CompanyId, prefix: string) {
  await client.query(
    `insert into charge_notices (company_id, id, customer_id, invoice_id, occurrence_of, charge_on, amount_cents, created_at)
     select p.company_id, gen_random_uuid(), p.customer_id, p.invoice_id, 'plan:' || p.id || ':' || s.index, s.due_on,
       s.cost_cents, now() - interval '3 days'
     from plans p join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
       join installments s on s.company_id = p.company_id and s.plan_id = p.id
     where p.company_id = $1 and starts_with(i.account_ref, $2::text || '-') and s.due_on < current_date + 10`,
    [companyId, prefix],
  );
}

/**
 * Postpones the remaining installments by a year. Plans stay unchanged because charges in flight are still posted.
 */
export async function postponeDue({ pool }: SeedTools, companyId: CompanyId): Promise<void> {
  await pool.query(
    `update installments set due_on = due_on + 365
     where company_id = $1 and status = 'OPEN' and due_on <= current_date + 1`,
    [companyId],
  );
}
