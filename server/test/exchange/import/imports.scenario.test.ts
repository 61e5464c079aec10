/**
 * A company imports its records through the API (ADR 0076): the rows match those of the command line and of single
 * calls. An invalid file changes nothing, and numbers of another company are not found.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from '@quittance/contract/exchange/import-schemas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/payments/reconciliation/check-invariants.ts';
import { toCommandLine } from '../../world/command-line.ts';
import type { TestCompany } from '../../world/company.ts';
import { readHash } from '../../world/database-hash.ts';
import { missingEvents } from '../../world/missing-events.ts';
import { createProvider, type Provider } from '../../world/provider-client.ts';
import { openWorld, type World } from '../../world/world.ts';
import { readRows } from './company-rows.ts';

let world: World;
let folder: string;
let company: TestCompany;
let call: Provider;

beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), 'quittance-imports-'));
  company = await world.company();
  call = await createProvider(world, company);
  await call('GET', '/customers');
});
afterAll(async () => {
  expect(await checkInvariants(world.deps.database)).toEqual([]);
  expect(await missingEvents(world.deps.database.pool)).toEqual([]);
  await rm(folder, { recursive: true });
  await world.close();
});

const TYPE = 'application/octet-stream';

const send = (caller: Provider, query: string, text: string, key?: string) =>
  caller('POST', `/imports?${query}`, {
    body: Buffer.from(text),
    type: TYPE,
    ...(key === undefined ? {} : { key }),
  });

const FILES: readonly [kind: string, text: string][] = [
  [
    'customers',
    `customerRef,firstName,lastName,businessName,email,phone,copyEmails
I-1,Ada,Pine,,ada@example.com,+12075550142,
I-2,,,Moss Ltd,,,Books@moss.example; a@moss.example
`,
  ],
  ['projects', 'projectRef,customerRef,name,status,startedOn\nP-1,i-1,Roof,,2026-10-01\n'],
  [
    'contracts',
    'contractRef,customerRef,typeName,amount,signedOn\nC-1,I-1,Care,99.50,2026-10-02\n',
  ],
  ['orders', 'projectRef,orderRef,name,status,total\np-1,O-1,Planks,Closed,12.00\n'],
  [
    'estimates',
    `projectRef,estimateRef,memo,expiresOn,item,amount
P-1,E-1,Mast,2099-12-31,Mast,5.00
P-1,e-1,,,Sail,7.25
`,
  ],
  [
    'invoices',
    `accountRef,customerRef,productName,total,dueDate,openedDate,projectRef,contractRef,note
V-1,I-1,Hull,80.00,2099-12-01,2026-11-01,p-1,c-1,Thanks
V-2,I-2,Oar,10.00,2020-01-31,2020-01-01,,,
`,
  ],
  [
    'lines',
    `accountRef,position,text,quantity,unitPrice,tax
V-1,1,Keel,1.5,50.00,6.00
V-1,2,Discount,,-5.00,
`,
  ],
  [
    'customers',
    `customerRef,firstName,lastName,email,phone
I-1,Ina,Pine,ina@example.com,+12075550142
`,
  ],
  ['projects', 'projectRef,customerRef,name,status\nP-1,I-1,New roof,Closed\n'],
  ['contracts', 'contractRef,customerRef,typeName,amount,status\nC-1,I-1,Care,99.50,Canceled\n'],
  ['invoices', 'accountRef,customerRef,productName,total,dueDate\nV-2,I-2,Oars,12.00,2099-01-31\n'],
];

async function byApi(caller: Provider) {
  const reports: unknown[] = [];
  for (const [kind, text] of FILES) {
    const { status, body } = await send(caller, `kind=${kind}`, text);
    expect([kind, status, body.errors]).toEqual([kind, 200, []]);
    reports.push(body);
  }
  return reports;
}

async function byCommandLine({ domain }: TestCompany) {
  const quittance = toCommandLine(world);
  const reports: unknown[] = [];
  for (const [kind, text] of FILES) {
    const path = join(folder, 'rows.csv');
    await writeFile(path, text);
    const words = ['import', path, '--company', domain, '--kind', kind, '--json'];
    const { out, err } = await quittance(words);
    expect(err).toBe('');
    reports.push(JSON.parse(out));
  }
  return reports;
}

async function bySingleCalls(caller: Provider): Promise<void> {
  const change = async (method: string, path: string, body: unknown): Promise<string> => {
    const answer = await caller(method, path, { body });
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body.id;
  };
  const add = (path: string, body: unknown) => change('POST', path, body);
  const ada = { firstName: 'Ada', lastName: 'Pine', email: 'ada@example.com' };
  const customerId = await add('/customers', { customerRef: 'I-1', ...ada, phone: '+12075550142' });
  await add('/customers', { customerRef: 'I-2', businessName: 'Moss Ltd' });
  const roof = { projectRef: 'P-1', name: 'Roof', startedOn: '2026-10-01' };
  const projectId = await add('/projects', { customerRef: 'I-1', ...roof });
  const care = { contractRef: 'C-1', typeName: 'Care', amount: 9950, signedOn: '2026-10-02' };
  const contractId = await add('/contracts', { customerRef: 'I-1', ...care });
  const planks = { orderRef: 'O-1', name: 'Planks', status: 'Closed', total: 1200 };
  await add(`/projects/${projectId}/orders`, planks);
  await add(`/projects/${projectId}/estimates`, {
    estimateRef: 'E-1',
    memo: 'Mast',
    expiresOn: '2099-12-31',
    items: [
      { name: 'Mast', amount: 500 },
      { name: 'Sail', amount: 725 },
    ],
  });
  const hull = { accountRef: 'V-1', productName: 'Hull', total: 8000, dueDate: '2099-12-01' };
  const more = { openedDate: '2026-11-01', projectId, contractId, note: 'Thanks' };
  const invoiceId = await add('/invoices', { customerRef: 'I-1', ...hull, ...more });
  const oar = { accountRef: 'V-2', productName: 'Oar', total: 1000, dueDate: '2020-01-31' };
  const oarId = await add('/invoices', { customerRef: 'I-2', ...oar, openedDate: '2020-01-01' });
  await change('PATCH', `/invoices/${invoiceId}`, {
    lines: [
      { text: 'Keel', quantity: 1.5, unitPrice: 5000, tax: 600 },
      { text: 'Discount', unitPrice: -500 },
    ],
  });
  const ina = { firstName: 'Ina', email: 'ina@example.com' };
  await change('PATCH', `/customers/${customerId}`, ina);
  await change('PATCH', `/projects/${projectId}`, { name: 'New roof', status: 'Closed' });
  await change('PATCH', `/contracts/${contractId}`, { status: 'Canceled' });
  const oars = { productName: 'Oars', total: 1200, dueDate: '2099-01-31' };
  await change('PATCH', `/invoices/${oarId}`, oars);
}

describe('Rows of an import through the API', () => {
  it('an import through the API writes the same rows as the command line and single calls', async () => {
    const [first, second, third] = [company, await world.company(), await world.company()];
    const reports = await byApi(call);
    expect(await byCommandLine(second)).toEqual(reports);
    await bySingleCalls(await createProvider(world, third));
    const rows = await readRows(world, first.companyId);
    expect(Object.entries(rows).filter(([, lines]) => lines.length === 0)).toEqual([]);
    expect(await readRows(world, second.companyId)).toEqual(rows);
    expect(await readRows(world, third.companyId)).toEqual(rows);
    const before = await readHash(world.deps.database);
    // Skips files whose rows were changed by later files.
    for (const [kind, text] of FILES.slice(3, 5).concat(FILES.slice(6))) {
      const { body } = await send(call, `kind=${kind}`, text);
      expect(body).toMatchObject({ added: 0, changed: 0, refused: 0 });
      expect(body.unchanged).toBeGreaterThan(0);
    }
    expect(await readHash(world.deps.database)).toBe(before);
  }, 120_000);
});

describe('An import through the API', () => {
  it('a dry run through the API shows the changes, with the line and code of each error', async () => {
    const lines = [
      {
        'Invoice No': 'V-2',
        customerRef: 'I-2',
        productName: 'Oars',
        total: '15',
        Due: '31.01.2099',
      },
      { 'Invoice No': 'V-9', customerRef: 'NONE', productName: 'Oar', total: 1, Due: '01.01.2099' },
      { 'Invoice No': 'V-8', customerRef: 'I-2', productName: 'Oar', total: 1, Due: 'soon' },
      { 'Invoice No': 'V-7', customerRef: 'I-2', productName: '4242 4242 4242 4242', total: 1 },
      {
        'Invoice No': 'V-1',
        customerRef: 'I-1',
        productName: 'Hull',
        total: 76,
        projectRef: 'P-9',
      },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const map = 'map=Invoice%20No%3DaccountRef&map=Due%3DdueDate';
    const query = `kind=invoices&format=ndjson&${map}&dateFormat=DD.MM.YYYY&dryRun=true`;
    const before = await readHash(world.deps.database);
    const { body } = await send(call, query, text);
    expect(body).toMatchObject({ isDryRun: true, added: 0, changed: 1, refused: 4 });
    expect(body.changes).toEqual([{ line: 1, ref: 'V-2', fields: { total: ['1200', '1500'] } }]);
    expect(
      body.errors.map(({ line, code }: { line: number; code: string }) => [line, code]),
    ).toEqual([
      [2, 'DEBTOR_NOT_FOUND'],
      [3, 'INVALID_REQUEST'],
      [4, 'CARD_DATA_REFUSED'],
      [5, 'INVALID_REQUEST'],
    ]);
    expect(await readHash(world.deps.database)).toBe(before);
  });

  it('an import refuses forbidden changes and rows of another customer or company', async () => {
    const other = await world.company();
    const files = [
      ['projects', 'projectRef,customerRef,name\nP-1,I-2,New roof\n', 'IMPORT_ROW_NOT_CHANGEABLE'],
      [
        'contracts',
        'contractRef,customerRef,typeName,amount\nC-1,I-1,Care,1\n',
        'IMPORT_ROW_NOT_CHANGEABLE',
      ],
      [
        'orders',
        'projectRef,orderRef,name,total\nP-1,o-1,Planks,13\n',
        'IMPORT_ROW_NOT_CHANGEABLE',
      ],
      ['orders', 'projectRef,orderRef,name,total\nP-9,O-1,Planks,13\n', 'PROJECT_NOT_FOUND'],
      [
        'estimates',
        'projectRef,estimateRef,memo,expiresOn,item,amount\nP-1,E-1,Mast,2099-12-31,Mast,5\n',
        'IMPORT_ROW_NOT_CHANGEABLE',
      ],
      [
        'estimates',
        'projectRef,estimateRef,memo,expiresOn,item,amount\nP-1,E-2,Mast,,Mast,5\n',
        'INVALID_REQUEST',
      ],
      [
        'invoices',
        'accountRef,customerRef,productName,total,dueDate,projectRef\nV-5,I-2,Oar,1,2099-01-01,P-1\n',
        'PROJECT_NOT_FOUND',
      ],
      [
        'invoices',
        'accountRef,customerRef,productName,total,dueDate,contractRef\nV-5,I-2,Oar,1,2099-01-01,C-1\n',
        'CONTRACT_NOT_FOUND',
      ],
    ] as const;
    const stranger = await createProvider(world, other);
    await send(stranger, 'kind=customers', FILES[0]?.[1] ?? '');
    const before = await readHash(world.deps.database);
    for (const [kind, text, code] of files) {
      const { body } = await send(call, `kind=${kind}`, text);
      expect([text, body.errors[0]?.code]).toEqual([text, code]);
      expect(body).toMatchObject({ added: 0, changed: 0, refused: 1 });
    }
    const orders = FILES.find(([kind]) => kind === 'orders')?.[1] ?? '';
    const { body } = await send(stranger, 'kind=orders', orders);
    expect(body.errors[0]?.code).toBe('PROJECT_NOT_FOUND');
    expect(await readHash(world.deps.database)).toBe(before);
  });

  it.each([
    ['kind=unknown', 'a', 400],
    ['format=csv', 'a', 400],
    ['kind=customers&dateFormat=YYYY', 'a', 400],
    ['kind=customers&map=No', 'a', 400],
    ['kind=customers&dryRun=yes', 'a', 400],
    ['kind=customers&surprise=1', 'a', 400],
    ['kind=customers', 'a,"b\nc', 422],
    ['kind=customers', `customerRef\n${'x\n'.repeat(IMPORT_ROWS_MAX + 1)}`, 413],
    ['kind=customers', 'x'.repeat(IMPORT_BYTES_MAX + 1), 413],
  ])('a file of %s is refused as a whole and changes nothing', async (query, text, status) => {
    const before = await readHash(world.deps.database);
    const { status: answered, body } = await send(call, query, text, randomUUID());
    expect([answered, body.status]).toEqual([status, status]);
    expect(await readHash(world.deps.database)).toBe(before);
  });

  it('an import reports why a file cannot be read', async () => {
    const { body } = await send(call, 'kind=customers', 'a,"b\nc', randomUUID());
    expect(body).toMatchObject({ code: 'WRONG_FILE', fields: [{ field: 'file' }] });
    expect(body.fields[0].message).toBe('Line 1 has a quotation mark that is not closed.');
  });

  it('an import asks which number of its dates is the day, if none shows it', async () => {
    const names = 'accountRef,customerRef,productName,total,dueDate';
    const file = `${names}\nD-1,I-1,Hull,1.00,02/01/2099\n`;
    const refused = await send(call, 'kind=invoices', file, randomUUID());
    expect(refused.body).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [
        {
          field: 'dateFormat',
          message: expect.stringMatching(/^Line 2: dueDate '02\/01\/2099' is /),
        },
      ],
    });
    const { body } = await send(call, 'kind=invoices&dryRun=true', file);
    expect(body).toMatchObject({ added: 0, file: { delimiter: 'comma' } });
    expect(body.problem).toMatch(/^Line 2: dueDate '02\/01\/2099' is /);
    expect(body.columns).toHaveLength(5);
    const decided = `${file}D-2,I-1,Hull,1.00,28/01/2099\n`;
    expect((await send(call, 'kind=invoices&dryRun=true', decided)).body).toMatchObject({
      added: 2,
      file: { formats: { dueDate: 'DD/MM/YYYY' } },
      sample: [{ dueDate: '2099-01-02' }, { dueDate: '2099-01-28' }],
    });
  });

  it('an import returns the same report for the same key and refuses the key for another file', async () => {
    const [key, file] = [randomUUID(), 'customerRef,firstName,lastName\nK-1,Ida,Moss\n'];
    const first = await send(call, 'kind=customers', file, key);
    expect(first.body).toMatchObject({ added: 1 });
    expect((await send(call, 'kind=customers', file, key)).body).toEqual(first.body);
    const other = await send(call, 'kind=customers', file.replace('K-1', 'K-2'), key);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('an order contained in two concurrent imports is added once', async () => {
    const file = 'projectRef,orderRef,name,total\nP-1,O-7,Nails,3.00\n';
    const both = await Promise.all([1, 2].map(() => send(call, 'kind=orders', file)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await world.deps.database.pool.query(
      `select from orders where company_id = $1 and order_ref = 'O-7'`,
      [company.companyId],
    );
    expect(rows.length).toBe(1);
    expect((await send(call, 'kind=orders', file)).body).toMatchObject({ unchanged: 1 });
  });
});
