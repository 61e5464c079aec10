/** The database refuses what is stored about an erased person (R54), from any caller. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { customers } from '../../src/schema/customers.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../rows/every-table.ts';
import { AT } from '../rows/money-rows.ts';
import { refusedBy } from '../rows/refused-by.ts';

/** Only ids, amounts, states and texts of the company: money can still arrive, be returned or be disputed. */
const BOOKS = [
  'attempt_moves',
  'attempt_parts',
  'auto_pay_charges',
  'balance_changes',
  'billing_changes',
  'charge_notices',
  'credit_uses',
  'dispute_evidence',
  'dispute_files',
  'disputes',
  'history_entries',
  'idempotency_keys',
  'installments',
  'invoice_lines',
  'outbox',
  'postings',
  'provider_calls',
  'refunds',
  'request_invoices',
  'request_orders',
];

const ERASED = { firstName: 'Erased', lastName: 'customer', erasedAt: AT } as const;

/** Texts that stay in rows of the books, and become null with the erasure. */
const TEXTS = [
  "update inquiries set text = 'Hello'",
  "update inquiries set answer = 'Hello', answered_at = now()",
  "update capabilities set note = 'Hello'",
  "update plan_pauses set note = 'Hello'",
  "update attempts set client_address = '203.0.113.7'",
  `update attempts set claimed_device = '{"locale": "en"}'`,
  `update intents set evidence = '{"ipAddress": "203.0.113.7", "userAgent": ""}'`,
  `update method_setups set evidence = '{"ipAddress": "203.0.113.7", "userAgent": ""}'`,
  "update payment_methods set identity = 'digest'",
];

const fresh = useDatabase();
let company: SmallCompany;
let refused: (statement: string) => Promise<string | null>;

beforeAll(async () => {
  company = await fillEveryTable(fresh.database, 'harbor');
  const { customerId } = company.maya;
  await fresh.database.pool.query('update customers set is_auto_pay_active = false where id = $1', [
    customerId,
  ]);
  await fresh.database.asSystem((tx) =>
    tx.update(customers).set(ERASED).where(eq(customers.id, customerId)),
  );
  refused = (statement) => refusedBy(fresh.database, (tx) => tx.execute(sql.raw(statement)));
});

async function readNames(query: string): Promise<string[]> {
  const { rows } = await fresh.database.pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name);
}

describe('Rows of an erased customer (R54)', () => {
  it('every table of a customer either refuses them or is part of the books', async () => {
    const all = await readNames(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'customer_id'`);
    const guarded = await readNames(`select distinct tgrelid::regclass::text as name from pg_trigger
      where tgname = 'not_of_an_erased_customer'`);
    expect(guarded.length).toBeGreaterThan(25);
    expect([...guarded, ...BOOKS].sort()).toEqual(all.sort());
  });

  it('a copy of any row of a customer is refused once the customer is erased', async () => {
    const guarded = await readNames(`select tgrelid::regclass::text as name from pg_trigger
      where tgname = 'not_of_an_erased_customer' and tgqual is null order by 1`);
    const accepted: string[] = [];
    for (const table of guarded) {
      const columns = await readNames(`select quote_ident(column_name) as name
        from information_schema.columns where table_name = '${table}' and is_generated = 'NEVER'`);
      const list = columns.join(', ');
      const answer = await refused(`insert into ${table} (${list})
        select ${list} from ${table} where customer_id = '${company.maya.customerId}' limit 1`);
      if (answer !== 'row_is_not_of_an_erased_customer') accepted.push(`${table}: ${answer}`);
    }
    expect(accepted).toEqual([]);
  });

  it('a request of an erased customer is refused, but not invoices that staff record a payment of', async () => {
    const { companyId, maya } = company;
    const insert = (kind: string) =>
      refused(`insert into requests (company_id, id, customer_id, kind, created_at)
        values ('${companyId}', '${randomUUID()}', '${maya.customerId}', '${kind}', now())`);
    expect(await insert('PARTIAL')).toBe('row_is_not_of_an_erased_customer');
    expect(await insert('INVOICES')).toBe(null);
  });

  it.each(TEXTS)('%s is refused', async (statement) => {
    const ofErased = `${statement} where customer_id = '${company.maya.customerId}'`;
    expect(await refused(ofErased)).toBe('row_is_not_of_an_erased_customer');
    const ofOther = `${statement} where customer_id = '${company.omar.customerId}'`;
    expect(await refused(ofOther)).not.toBe('row_is_not_of_an_erased_customer');
  });

  it.each([
    "first_name = 'Ada'",
    "business_name = 'Moss'",
    "language = 'en'",
    "born_on = '1990-01-01'",
  ])('an erased customer with %s is refused', async (change) => {
    const { customerId } = company.maya;
    expect(await refused(`update customers set ${change} where id = '${customerId}'`)).toBe(
      'erased_customer_is_nobody',
    );
  });

  it('a row of an unknown customer is refused by its foreign key', async () => {
    const { companyId } = company;
    const answer = await refused(`insert into muted_mails (company_id, customer_id, kind, muted_at)
      values ('${companyId}', '${randomUUID()}', 'REMINDERS', now())`);
    expect(answer).toContain('muted_mails');
  });
});
