/** `quittance import`: customers and invoices from CSV and NDJSON files. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FreshDatabase } from '../../database.ts';
import { type CommandLine, toAnswer } from '../../world/command-line.ts';
import { readHash } from '../../world/database-hash.ts';
import { type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
let fresh: FreshDatabase;
let quittance: CommandLine;
let folder: string;

beforeAll(async () => {
  world = await importWorld();
  ({ fresh, quittance, folder } = world);
});
afterAll(async () => {
  await world.end();
});

const load: ImportWorld['load'] = (...file) => world.load(...file);

const CUSTOMERS = `customerRef,firstName,lastName,businessName,email,phone,externalRef
A-1,Ada,Pine,,ada@example.com,+12075550142,crm-1
A-2,,,Moss Ltd,,,crm-2
`;
const INVOICES = `accountRef,customerRef,productName,description,total,dueDate
I-1,A-1,"Hull, port side",First half,1234.56,2099-12-01
I-2,a-2,Mast,,80.00,2020-01-31
`;

const invoice = (number: string) => toAnswer(quittance, ['invoice', 'show', 'harbor', number]);

describe('Import of customers and invoices', () => {
  it('an import adds customers with contacts and payable invoices, and changes nothing when repeated', async () => {
    expect(await load(['customers', 'c.csv'], CUSTOMERS)).toMatchObject({ code: 0, added: 2 });
    expect(await load(['invoices', 'i.csv'], INVOICES)).toMatchObject({ code: 0, added: 2 });
    expect(await toAnswer(quittance, ['customer', 'show', 'harbor', 'A-1'])).toMatchObject({
      firstName: 'Ada',
      email: 'ada@example.com',
      phone: '+12075550142',
      externalRef: 'crm-1',
    });
    expect(await invoice('I-1')).toMatchObject({
      productName: 'Hull, port side',
      total: 123_456,
      paid: 0,
      status: 'DUE',
    });
    expect(await invoice('I-2')).toMatchObject({ status: 'IN_COLLECTION', description: null });
    expect((await quittance(['link', 'create', 'harbor', 'I-1'])).code).toBe(0);
    const before = await readHash(fresh.database);
    expect(await load(['customers', 'c.csv'], CUSTOMERS)).toMatchObject({ added: 0, unchanged: 2 });
    expect(await load(['invoices', 'i.csv'], INVOICES)).toMatchObject({ added: 0, unchanged: 2 });
    expect(await readHash(fresh.database)).toBe(before);
  });

  it('a dry run shows what an import would change and writes nothing', async () => {
    const file = INVOICES.replace('80.00', '85.00').concat('I-3,A-1,Keel,,10.00,2099-01-01\n');
    const before = await readHash(fresh.database);
    const dry = await load(['invoices', 'i.csv'], file, '--dry-run');
    expect(dry).toMatchObject({ isDryRun: true, added: 1, changed: 1, unchanged: 1, refused: 0 });
    expect(dry.changes).toEqual([{ line: 3, ref: 'I-2', fields: { total: ['8000', '8500'] } }]);
    expect(await readHash(fresh.database)).toBe(before);
    expect(await load(['invoices', 'i.csv'], file)).toMatchObject({ added: 1, changed: 1 });
    expect(await invoice('I-2')).toMatchObject({ total: 8500 });
  });

  it('an import does not reduce a partly paid invoice (R90), and changes only the texts of a paid one', async () => {
    await quittance(['payments', 'record', 'harbor', 'cash', 'Q-1', '--invoice', 'I-1=100.00']);
    const cheaper = await load(['invoices', 'i.csv'], INVOICES.replace('1234.56', '1000.00'));
    expect(cheaper).toMatchObject({ code: 1, refused: 1 });
    expect(cheaper.errors).toEqual([
      { line: 2, code: 'INVOICE_NOT_CHANGEABLE', message: expect.any(String) },
    ]);
    const dearer = INVOICES.replace('1234.56', '1300.00').replace('2099-12-01', '2099-12-02');
    expect(await load(['invoices', 'i.csv'], dearer)).toMatchObject({ changed: 1, refused: 0 });
    await quittance(['payments', 'record', 'harbor', 'cash', 'Q-2', '--invoice', 'I-1=1200.00']);
    expect(await load(['invoices', 'i.csv'], INVOICES)).toMatchObject({ refused: 1 });
    const renamed = dearer.replace('First half', 'Second half');
    expect(await load(['invoices', 'i.csv'], renamed)).toMatchObject({ changed: 1, refused: 0 });
    expect(await invoice('I-1')).toMatchObject({
      total: 130_000,
      paid: 130_000,
      dueDate: '2099-12-02',
      description: 'Second half',
    });
  });

  it('an import reports every invalid row and imports the other rows', async () => {
    const lines = [
      'accountRef,customerRef,productName,total,dueDate,paid,color',
      'E-1,A-1,Oar,ten,2099-01-01,,red',
      'E-2,A-1,Oar,10.00,2099-02-30,,red',
      'E-3,NOBODY,Oar,10.00,2099-01-01,,red',
      'E-4,A-1,Oar,10.00,2099-01-01,5.00,red',
      'E-5,A-1,,10.00,2099-01-01,,red',
      'E-6,A-1,Oar,10.00,2099-01-01,0.00,red',
      'E-7,A-1,Oar,10.00,2099-01-01,,red,more',
      'E-8,A-1,Oar\u202e,10.00,2099-01-01,,red',
    ];
    const result = await load(['invoices', 'e.csv'], lines.join('\r\n'));
    expect(result).toMatchObject({ code: 1, added: 1, refused: 7, ignoredColumns: ['color'] });
    const at = (line: number) => {
      const error = result.errors.find((each: { line: number }) => each.line === line);
      return error && `${error.code} ${error.message}`;
    };
    expect(at(2)).toContain("'ten' is not a valid amount");
    expect(at(3)).toContain('dueDate');
    expect(at(4)).toContain('DEBTOR_NOT_FOUND');
    expect(at(5)).toContain('paid');
    expect(at(6)).toContain('productName');
    expect(at(7)).toBeUndefined();
    expect(at(8)).toContain('8 columns');
    expect(at(9)).toContain('invisible');
    const readable = await quittance([
      'import',
      join(folder, 'e.csv'),
      '--company',
      'harbor',
      '--kind',
      'invoices',
      '--dry-run',
    ]);
    expect(readable.out).toContain('Read as csv, utf-8, comma, total point, paid point');
    expect(readable.out).toContain('line 2: total:');
    expect(readable.out).toContain('Ignored columns: color');
  });

  it('an import accepts other column names, other date formats and NDJSON', async () => {
    const german = 'No;1,Kunde\n'; // a file that has no known column
    expect(await load(['invoices', 'g.csv'], `${german}x,y\n`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Columns accountRef, .* are missing\. Found: No;1; Kunde/),
    });
    const csv = 'Invoice No,Customer Ref,Product Name,Total,Due Date\nM-1,A-1,Oar,10.00,3/9/2099\n';
    const mapped = ['--map', 'Invoice No=accountRef', '--date-format', 'MM/DD/YYYY'];
    expect(await load(['invoices', 'm.csv'], csv, ...mapped)).toMatchObject({ added: 1 });
    expect(await invoice('M-1')).toMatchObject({ dueDate: '2099-03-09' });
    const row = { accountRef: 'N-1', customerRef: 'A-1', productName: 'Öar', total: 10.5 };
    const broken = { ...row, accountRef: 'N-2', customerRef: '\ud800', dueDate: '2099-01-01' };
    const rows = [{ ...row, dueDate: '2099-01-01', note: null }, broken];
    const ndjson = `${rows.map((one) => JSON.stringify(one)).join('\n')}\nnot json\n`;
    const result = await load(['invoices', 'n.ndjson'], ndjson);
    expect(result).toMatchObject({ added: 1, refused: 2 });
    expect(result.errors[0]).toEqual({
      line: 2,
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('customerRef'),
    });
    expect(await invoice('N-1')).toMatchObject({ total: 1050, productName: 'Öar' });
  });

  it('an import matches rows by reference and refuses a second row for the same invoice', async () => {
    const header = 'accountRef,customerRef,productName,total,dueDate,externalRef';
    const rows = [
      'X-1,A-1,Oar,10.00,2099-01-01,erp-1',
      'x-1,A-1,Oar,11.00,2099-01-01,',
      'I-2,A-2,Mast,85.00,2020-01-31,erp-2',
      'X-9,A-2,Oar,11.00,2099-01-01,erp-1',
    ];
    const file = [header, ...rows].join('\n');
    const result = await load(['invoices', 'x.csv'], file);
    expect(result).toMatchObject({ added: 1, changed: 0, refused: 3 });
    const codes = result.errors.map(({ code }: { code: string }) => code);
    expect(codes).toEqual([
      'IMPORT_ROW_REPEATED',
      'ACCOUNT_REF_ALREADY_USED',
      'IMPORT_ROW_REPEATED',
    ]);
    expect(result.errors[0].message).toBe('names the same invoice as line 2');
    expect(await invoice('X-1')).toMatchObject({ total: 1000, externalRef: 'erp-1' });
    const before = await readHash(fresh.database);
    expect(await load(['invoices', 'x.csv'], file)).toMatchObject({ unchanged: 1, refused: 3 });
    expect(await readHash(fresh.database)).toBe(before);
    const moved = [header, 'X-1,A-2,Oar,10.00,2099-01-01,erp-1'].join('\n');
    expect((await load(['invoices', 'x.csv'], moved)).errors).toEqual([
      { line: 2, code: 'INVOICE_NOT_CHANGEABLE', message: expect.any(String) },
    ]);
  });

  it("an import does not touch another company's rows with the same numbers", async () => {
    const path = join(folder, 'c.csv');
    const words = ['import', path, '--company', 'other', '--kind', 'customers'];
    expect(await toAnswer(quittance, words)).toMatchObject({ added: 2 });
    expect((await quittance(['invoice', 'show', 'other', 'I-1'])).code).toBe(1);
  });

  it.each([
    [['import', 'none.csv', '--company', 'harbor', '--kind', 'invoices'], 1, 'cannot be read'],
    [['import', 'none.csv', '--company', 'nobody', '--kind', 'invoices'], 1, 'no company'],
    [['import', 'none.csv', '--company', 'harbor'], 2, '--kind is missing'],
  ])('an import refuses %j', async (words, code, message) => {
    const said = await quittance(words);
    expect([said.code, said.err]).toEqual([code, expect.stringContaining(message)]);
  });
});
