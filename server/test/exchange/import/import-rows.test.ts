/** `quittance import` writes the rows that the use cases write, for customers, invoices, changes and lines. */
import { instantSchema } from '@quittance/contract/dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeInvoice } from '../../../src/invoices/change-invoice.ts';
import { systemEntropy } from '../../../src/kernel/entropy.ts';
import { checkInvariants } from '../../../src/payments/reconciliation/check-invariants.ts';
import { answerOf } from '../../world/command-line.ts';
import { missingEvents } from '../../world/missing-events.ts';
import { type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
const harbor = (words: string[]) => answerOf(world.quittance, words);

beforeAll(async () => {
  world = await importWorld();
});
afterAll(async () => {
  expect(await checkInvariants(world.fresh.database)).toEqual([]);
  expect(await missingEvents(world.fresh.database.pool)).toEqual([]);
  await world.end();
});

/** They differ from one row to the next. */
const OF_THE_ROW = [
  'id',
  'internal_ref',
  'created_at',
  'verified_at',
  'at',
  'position',
  'is_folded',
];

type Names = Readonly<Record<string, string>>;

/** The rows about an object, with its ids and numbers replaced by names. */
async function rowsAbout(id: string, names: Names): Promise<unknown> {
  const { rows: tables } = await world.fresh.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const rows = await world.query(
      `select to_jsonb(t) as row from ${name} t where t::text like $1
       order by (to_jsonb(t) - $2::text[])::text`,
      [`%${id}%`, OF_THE_ROW],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  const text = Object.entries({ ...names, [id]: 'the object' }).reduce(
    (all, [from, to]) => all.replaceAll(from, to).replaceAll(from.toLowerCase(), to),
    JSON.stringify(found),
  );
  return JSON.parse(text, (key, value) => (OF_THE_ROW.includes(key) ? undefined : value));
}

const invoiceRows = async (number: string, customer: string) => {
  const { id } = await harbor(['invoice', 'show', 'harbor', number]);
  const { id: customerId } = await harbor(['customer', 'show', 'harbor', customer]);
  return rowsAbout(id, { [number]: 'its number', [customerId]: 'its customer' });
};

const customerRows = async (number: string) => {
  const { id } = await harbor(['customer', 'show', 'harbor', number]);
  return rowsAbout(id, { [number]: 'its number' });
};

describe('Rows of an import', () => {
  it('are those of a customer who is added one by one', async () => {
    const person = ['--ref', 'ADDED-1', '--first', 'Ada', '--last', 'Pine'];
    const contacts = ['--email', 'ada@example.com', '--phone', '+12075550142'];
    await harbor(['customer', 'add', 'harbor', ...person, ...contacts]);
    const header = 'customerRef,firstName,lastName,email,phone';
    const row = 'IMPORTED-1,Ada,Pine,ada@example.com,+12075550142';
    expect(await world.load(['customers', 'c.csv'], `${header}\n${row}\n`)).toMatchObject({
      added: 1,
    });
    const rows = await customerRows('ADDED-1');
    expect(Object.keys(rows ?? {})).toEqual([
      'audit',
      'contacts',
      'customers',
      'event_counters',
      'provider_events',
    ]);
    expect(await customerRows('IMPORTED-1')).toEqual(rows);
  });

  it('are those of an invoice that is issued one by one', async () => {
    const words = ['invoice', 'add', 'harbor', '--number', 'ISSUED-1', '--customer', 'ADDED-1'];
    const texts = ['--title', 'Hull', '--total', '80.00', '--due', '2099-12-01'];
    await harbor([...words, ...texts]);
    const header = 'accountRef,customerRef,productName,total,dueDate';
    const row = 'IMPORTED-2,IMPORTED-1,Hull,80.00,2099-12-01';
    expect(await world.load(['invoices', 'i.csv'], `${header}\n${row}\n`)).toMatchObject({
      added: 1,
    });
    const rows = await invoiceRows('ISSUED-1', 'ADDED-1');
    expect(Object.keys(rows ?? {})).toEqual([
      'audit',
      'event_counters',
      'invoices',
      'provider_events',
      'requests',
    ]);
    expect(await invoiceRows('IMPORTED-2', 'IMPORTED-1')).toEqual(rows);
    const [one, other] = await world.query(`select c.customer_ref, status, total_cents, paid_cents
      from balance_changes join customers c on c.company_id = balance_changes.company_id and c.id = customer_id order by 1`);
    expect(other).toEqual({ ...one, customer_ref: 'IMPORTED-1' });
  });

  it('are those of an invoice that is changed one by one', async () => {
    const [{ company_id: companyId, id: invoiceId }] = await world.query(
      `select company_id, id from invoices where account_ref = 'ISSUED-1'`,
    );
    const clock = { now: () => instantSchema.parse(new Date().toISOString()) };
    const change = { productName: 'Keel', total: 9000, dueDate: '2020-01-31' };
    await world.fresh.database.inCompany({ companyId, asProvider: true }, (tx) =>
      changeInvoice(
        tx,
        // because a change needs no more than the time and an id
        { clock: { ...clock, today: () => '2026-11-16' }, entropy: systemEntropy } as never,
        // because ids and amounts come from the database and from here
        { actor: { companyId, name: 'operator' }, invoiceId, change: change as never },
      ),
    );
    const header = 'accountRef,customerRef,productName,total,dueDate';
    const row = 'IMPORTED-2,IMPORTED-1,Keel,90.00,2020-01-31';
    const report = await world.load(['invoices', 'i.csv'], `${header}\n${row}\n`);
    expect(report).toMatchObject({ changed: 1, refused: 0 });
    const rows = await invoiceRows('ISSUED-1', 'ADDED-1');
    expect(rows).toMatchObject({ invoices: [{ status: 'IN_COLLECTION', version: 2 }] });
    expect(await invoiceRows('IMPORTED-2', 'IMPORTED-1')).toEqual(rows);
  });
});

describe('Import of lines', () => {
  const LINES = `accountRef,position,text,quantity,unitPrice,tax
IMPORTED-2,2,Discount,,-5.00,
IMPORTED-2,1,Keel,1.5,50.00,6.00
`;

  it('replaces the lines of an invoice, and changes nothing when repeated', async () => {
    const dry = await world.load(['lines', 'l.csv'], LINES, '--dry-run');
    expect(dry.changes).toEqual([{ line: 2, ref: 'IMPORTED-2', fields: { lines: ['0', '2'] } }]);
    expect(await world.load(['lines', 'l.csv'], LINES)).toMatchObject({ changed: 1, refused: 0 });
    expect(await harbor(['invoice', 'show', 'harbor', 'IMPORTED-2'])).toMatchObject({
      total: 7600,
      tax: 600,
      lines: [
        { text: 'Keel', quantity: 1.5, unitPrice: 5000, amount: 7500, tax: 600 },
        { text: 'Discount', quantity: 1, unitPrice: -500, amount: -500, tax: 0 },
      ],
    });
    expect(await world.load(['lines', 'l.csv'], LINES)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('names every wrong line', async () => {
    const file = `accountRef,position,text,quantity,unitPrice,tax
NONE-1,1,Keel,1,50.00,
ISSUED-1,1,Keel,1,50.00,
ISSUED-1,1,Oar,1,50.00,
IMPORTED-2,0,Keel,1,50.00,
IMPORTED-2,1,Keel,many,50.00,
IMPORTED-2,1,Keel,1,fifty,
IMPORTED-2,1,Discount,1,-50.00,
`;
    const { errors } = await world.load(['lines', 'l.csv'], file);
    const messages = new Map(
      errors.map((error: { line: number; code: string; message: string }) => [
        error.line,
        `${error.code} ${error.message}`,
      ]),
    );
    expect(Object.fromEntries(messages)).toEqual({
      2: expect.stringContaining('ACCOUNT_NOT_FOUND'),
      3: 'IMPORT_ROW_REPEATED the invoice of line 3 has two lines with the same position',
      5: expect.stringContaining('position'),
      6: expect.stringContaining('quantity'),
      7: expect.stringContaining("'fifty' is no amount"),
      8: expect.stringContaining('INVALID_REQUEST'),
    });
  });

  it('leaves a paid invoice alone', async () => {
    await world.quittance(['payments', 'cash', 'harbor', 'IMPORTED-2', '10.00', 'Q-1']);
    const { errors } = await world.load(['lines', 'l.csv'], LINES.replace('50.00', '60.00'));
    expect(errors).toEqual([
      { line: 2, code: 'INVOICE_NOT_CHANGEABLE', message: expect.any(String) },
    ]);
  });
});
