/** `quittance import` for invoice lines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/payments/reconciliation/check-invariants.ts';
import { toAnswer } from '../../world/command-line.ts';
import { missingEvents } from '../../world/missing-events.ts';
import { type ImportWorld, importWorld } from './import-world.ts';

let world: ImportWorld;
const harbor = (words: string[]) => toAnswer(world.quittance, words);

beforeAll(async () => {
  world = await importWorld();
  await world.load(['customers', 'c.csv'], 'customerRef,firstName,lastName\nL-1,Ada,Pine\n');
  const header = 'accountRef,customerRef,productName,total,dueDate';
  const rows = ['I-1', 'I-2'].map((number) => `${number},L-1,Hull,80.00,2099-12-01`);
  await world.load(['invoices', 'i.csv'], [header, ...rows].join('\n'));
});
afterAll(async () => {
  expect(await checkInvariants(world.fresh.database)).toEqual([]);
  expect(await missingEvents(world.fresh.database.pool)).toEqual([]);
  await world.end();
});

describe('Import of lines', () => {
  const LINES = `accountRef,position,text,quantity,unitPrice,tax
I-2,2,Discount,,-5.00,
I-2,1,Keel,1.5,50.00,6.00
`;

  it('an import of lines replaces the lines of an invoice, and changes nothing when repeated', async () => {
    const dry = await world.load(['lines', 'l.csv'], LINES, '--dry-run');
    const fields = {
      total: ['8000', '7600'],
      'line 1': ['', 'Keel: 1.5 × $50.00, tax $6.00'],
      'line 2': ['', 'Discount: 1 × -$5.00'],
    };
    expect(dry.changes).toEqual([{ line: 2, ref: 'I-2', fields }]);
    expect(await world.load(['lines', 'l.csv'], LINES)).toMatchObject({ changed: 1, refused: 0 });
    expect(await harbor(['invoice', 'show', 'harbor', 'I-2'])).toMatchObject({
      total: 7600,
      tax: 600,
      lines: [
        { text: 'Keel', quantity: 1.5, unitPrice: 5000, amount: 7500, tax: 600 },
        { text: 'Discount', quantity: 1, unitPrice: -500, amount: -500, tax: 0 },
      ],
    });
    expect(await world.load(['lines', 'l.csv'], LINES)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('another total does not remove lines, and other lines are named before they are written', async () => {
    const invoice =
      'accountRef,customerRef,productName,total,dueDate\nI-2,L-1,Hull,90.00,2099-12-01\n';
    const show = () => harbor(['invoice', 'show', 'harbor', 'I-2']);
    const before = await show();
    for (const more of [['--dry-run'], []]) {
      const { changed, errors } = await world.load(['invoices', 'i.csv'], invoice, ...more);
      expect([changed, errors]).toEqual([
        0,
        [
          {
            line: 2,
            code: 'INVALID_REQUEST',
            message:
              'total: $90.00 is not imported, because the 2 lines of the invoice add up to $76.00; import its lines instead',
          },
        ],
      ]);
    }
    const renamed = invoice.replace('Hull', 'Hulls').replace('90.00', '76.00');
    expect(await world.load(['invoices', 'i.csv'], renamed)).toMatchObject({ changed: 1 });
    expect(await show()).toEqual({
      ...before,
      productName: 'Hulls',
      updatedAt: expect.any(String),
    });
    const other = LINES.replace('-5.00', '-6.00');
    const { changes } = await world.load(['lines', 'l.csv'], other, '--dry-run');
    const fields = {
      total: ['7600', '7500'],
      'line 2': ['Discount: 1 × -$5.00', 'Discount: 1 × -$6.00'],
    };
    expect(changes).toEqual([{ line: 2, ref: 'I-2', fields }]);
    expect(await show()).toMatchObject({ total: 7600 });
  });

  it('an import of lines reports every invalid line', async () => {
    const file = `accountRef,position,text,quantity,unitPrice,tax
NONE-1,1,Keel,1,50.00,
I-1,1,Keel,1,50.00,
I-1,1,Oar,1,50.00,
I-2,0,Keel,1,50.00,
I-2,1,Keel,many,50.00,
I-2,1,Keel,1,fifty,
I-2,1,Discount,1,-50.00,
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
      7: expect.stringContaining("'fifty' is not a valid amount"),
      8: expect.stringContaining('INVALID_REQUEST'),
    });
  });

  it('an import of lines does not reduce a partly paid invoice', async () => {
    await world.quittance([
      'payments',
      'record',
      'harbor',
      'cash',
      'Q-1',
      '--invoice',
      'I-2=10.00',
    ]);
    const { errors } = await world.load(['lines', 'l.csv'], LINES.replace('50.00', '40.00'));
    expect(errors).toEqual([
      { line: 2, code: 'INVOICE_NOT_CHANGEABLE', message: expect.any(String) },
    ]);
  });
});
