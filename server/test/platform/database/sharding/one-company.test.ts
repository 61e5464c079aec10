/** The check of the recorded statements notices what failed on a distributed database, or went to every server there. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { foldBalanceChanges } from '../../../../src/invoices/balances.ts';
import { useDatabase } from '../../../database.ts';
import { findProblems } from './one-company.ts';

const check = (text: string, equal: number[] = [0, 0, 2, 3]) => findProblems({ text, equal });

const ALL = '/* across companies: the reason for it */';

describe('A statement about one company (ADR 0084)', () => {
  it.each([
    ['a value', 'select from invoices i where i.company_id = $1 and i.id = $3'],
    [
      'a join',
      'select from invoices i left join customers c on c.company_id = i.company_id where i.company_id = $1',
    ],
    [
      'equal values',
      'select (select count(*) from plans where company_id = $2) from invoices where company_id = $1',
    ],
    [
      'a joined exists',
      `select from invoices i where i.company_id = $1
        and not exists (select from plans p where p.company_id = i.company_id)`,
    ],
    [
      'a subquery in from',
      'select from (select company_id, id from invoices where id = $3) t where t.company_id = $1',
    ],
    ['a row of values', 'insert into audit (company_id, actor) values ($1, $3), ($2, $4)'],
    [
      'a select',
      'insert into audit (company_id, actor) select $1::uuid, a from unnest($3::text[]) a',
    ],
    ['a row', 'delete from plans where (company_id, id) = ($1, $3)'],
    ['no distributed table', 'select from companies where domain = $1'],
  ])('a statement bound by %s passes', (_by, text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ['no company for invoices', 'select from invoices where id = $1'],
    [
      'no company for plans',
      'select from invoices i where company_id = $1 and (exists (select from plans p where p.company_id = i.company_id) or id = $3)',
    ],
    ['no company for outbox', 'delete from outbox where delivered_at < $1'],
    [
      'several companies',
      'select from invoices i, plans p where i.company_id = $1 and p.company_id = $3',
    ],
    [
      'no company for audit; an insert across companies',
      'insert into audit (company_id) select company_id from companies',
    ],
    ['no company for invoices', 'select from invoices where company_id = any($1)'],
  ])('a statement is refused for %s', (problem, text) => {
    expect(check(text).join('; ')).toBe(problem);
  });

  it('a statement that declares why it crosses companies passes, without a reason it does not', () => {
    expect(check(`select from invoices ${ALL}`)).toEqual([]);
    expect(check('select from invoices /* across companies: */')).toEqual([
      'no company for invoices',
    ]);
  });

  // From here on, statements that were sent before this check existed.
  it('a submit that looks for other payments on every server is refused', () => {
    const text = `select exists (select from attempts open where open.company_id = "requests"."company_id"
        and open.request_id = "requests"."id") from "requests"
      where "requests"."company_id" = $1 and "requests"."id" = $3`;
    expect(check(text)).toEqual(['no company for attempts']);
  });

  it('reminders whose subqueries name the column instead of the company are refused', () => {
    const text = `select "id" from "invoices" where "invoices"."company_id" = $1 and not ((
        exists (select 1 from "auto_pay_charges" where "invoices"."company_id" = "auto_pay_charges"."company_id")
        or exists (select 1 from "customers" where "customers"."company_id" = "invoices"."company_id")))`;
    expect(check(text)).toEqual(['no company for auto_pay_charges, customers']);
  });

  it('an invariant that compares a column in having is refused', () => {
    const text = `select p.id from plans p join installments i on i.company_id = p.company_id
      group by p.company_id, p.id, p.amount_cents having sum(i.cost_cents) <> p.amount_cents ${ALL}`;
    expect(check(text)).toEqual(['a column of having']);
  });

  it('an invariant with a lateral subquery that reads no table is refused', () => {
    const text = `select a.id from attempts a
      cross join lateral (select a.credit_cents - 1 as overpaid) o where o.overpaid > 0 ${ALL}`;
    expect(check(text)).toEqual(['a subquery without from']);
  });

  it('balances that are folded for all companies by one statement are refused', () => {
    const text = `with folded as (delete from balance_changes where not is_folded returning *)
      insert into balance_changes (company_id, customer_id) select company_id, customer_id from folded`;
    expect(check(text)).toEqual(['no company for balance_changes', 'an insert across companies']);
  });
});

describe('The record of the statements', () => {
  const fresh = useDatabase();

  it('a statement of the product is recorded, and one of a test is not', async () => {
    await foldBalanceChanges(fresh.database);
    await fresh.database.pool.query('select 4711');
    const recorded = readFileSync(join(inject('statements'), `${process.pid}.jsonl`), 'utf8');
    expect(recorded).toContain('\\"balance_changes\\"');
    expect(recorded).not.toContain('4711');
  });
});
