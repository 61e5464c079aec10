import { describe, expect, it } from 'vitest';
import { NAMES, read } from './read-file.ts';
import { type SheetCell, workbook } from './workbook.ts';

const HEADER = NAMES.split(',');
/** December 1, 2026. */
const DUE: SheetCell = { value: 46_357, format: '14' };
const row = (total: SheetCell, ref: SheetCell = 'I-1', due: SheetCell = DUE) =>
  [ref, 'C-1', 'Hull', total, due] as const;
const sheet = (...rows: readonly (readonly SheetCell[])[]) => ({
  name: 'Invoices',
  rows: Object.fromEntries([HEADER, ...rows].map((cells, index) => [index + 1, cells])),
});

const readTotal = async (total: SheetCell) => {
  const { rows, refused } = await read(workbook(sheet(row(total))));
  return rows?.[0]?.totalCents ?? refused?.[0]?.message;
};

describe('Excel files (R78)', () => {
  it('only visible sheets are read', async () => {
    const hidden = { ...sheet(row(999)), name: 'Old', state: 'hidden' as const };
    const file = workbook(hidden, { ...hidden, state: 'veryHidden' }, sheet(row(100)));
    expect(await read(file)).toMatchObject({
      rows: [{ totalCents: 10_000 }],
      file: { sheet: 'Invoices', sheets: ['Invoices'] },
    });
    expect((await read(file, { sheet: 'Old' })).refusal).toBe(
      'The file has no visible sheet “Old”. Its visible sheets are: Invoices.',
    );
  });

  it('one of several sheets with rows is chosen', async () => {
    const may = { ...sheet(row(5)), name: 'May' };
    const empty = { name: 'Empty', rows: {} };
    const file = workbook(empty, sheet(row(100)), may);
    expect(await read(file)).toMatchObject({
      refusal: 'The file has several sheets with rows: Invoices, May. Choose one.',
      question: {
        setting: 'sheet',
        choices: [{ choice: 'Invoices' }, { choice: 'May' }],
      },
      file: { sheets: ['Empty', 'Invoices', 'May'] },
    });
    expect((await read(file, { sheet: 'May' })).rows).toMatchObject([{ totalCents: 500 }]);
  });

  it.each<[string, number | string]>([
    ['General', 8000],
    ['#,##0.00', 8000],
    ['"$"#,##0.00', 8000],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', 8000],
    ['[$$-409]#,##0.00', 8000],
    ['[$USD] #,##0.00', 8000],
    ['#,##0.00\\ "€"', "total: '80 €' is not a valid amount in dollars; write 1234.56"],
    ['[$€-407] #,##0.00', "total: '€ 80' is not a valid amount in dollars; write 1234.56"],
    ['[$R$-416] #,##0.00', "total: 'R$ 80' is not a valid amount in dollars; write 1234.56"],
    ['[$$-80A]#,##0.00', "total: '$ (80A) 80' is not a valid amount in dollars; write 1234.56"],
    ['"£"#,##0.00', "total: '£80' is not a valid amount in dollars; write 1234.56"],
    ['0%', "total: '8000%' is not a valid amount in dollars; write 1234.56"],
  ])('a number has the unit that its cell shows: %s', async (format, expected) => {
    expect(await readTotal({ value: 80, format })).toBe(expected);
  });

  it('a cell that shows an error or was never computed is named as such', async () => {
    expect(await readTotal({ error: '#N/A' })).toBe('total: has #N/A, an error of a formula');
    expect(await readTotal({ error: '#DIV/0!' })).toBe('total: has #DIV/0!, an error of a formula');
    expect(await readTotal({ formula: 'A1+B1' })).toBe(
      'total: has a formula without a value; open the file in Excel and save it',
    );
    expect(await readTotal({ formula: 'A1+B1', value: 80.000_000_000_01 })).toBe(8000);
    expect(await readTotal('80 €')).toMatch(/^total: '80 €' /);
  });

  it('a number is shown with the zeros and the letters of its format', async () => {
    const file = workbook(
      sheet(row(1, { value: 123, format: '00000' }), row(1, { value: 7, format: '"INV-"000' })),
    );
    expect((await read(file)).rows?.map(({ accountRef }) => accountRef)).toEqual([
      '00123',
      'INV-007',
    ]);
  });

  it.each([
    [{ value: 46_357, format: 'd-mmm-yy' }, '2026-12-01'],
    [{ value: 46_357.75, format: '[$-409]m/d/yyyy h:mm AM/PM' }, '2026-12-01'],
    ['12/31/2026', '2026-12-31'],
    [20_261_231, '2026-12-31'],
    [46_357, "dueDate: '46357' is not a date such as 2026-12-31, 31.12.2026 or 12/31/2026"],
  ] as const)('a date cell is read by its format: %j', async (due, expected) => {
    const { rows, refused } = await read(workbook(sheet(row(1, 'I-1', due))));
    expect(rows?.[0]?.dueOn ?? refused?.[0]?.message).toBe(expected);
  });
});
