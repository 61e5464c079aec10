import { describe, expect, it } from 'vitest';
import { bytes, NAMES, read } from './read-file.ts';

describe('Formats of the columns of a file (R78)', () => {
  const dated = (...dates: readonly string[]) =>
    bytes([NAMES, ...dates.map((date, index) => `I-${index},C-1,Hull,1.00,${date}`)].join('\n'));

  it.each([
    ['the year comes first', ['2026/12/1', '2026/12/31'], undefined],
    ['text stands between date cells', ['2026-12-01', '31.12.2026'], 'DD.MM.YYYY'],
    ['a later date decides', ['01-12-2026', '02-12-2026', '31-12-2026'], 'DD-MM-YYYY'],
  ])('the format of dates is found: %s', async (_, dates, dateFormat) => {
    const { rows, refused, file } = await read(dated(...dates));
    expect({ dateFormat: file?.formats?.['dueDate'], refused }).toEqual({
      dateFormat,
      refused: [],
    });
    expect(rows?.[0]?.dueOn).toBe('2026-12-01');
  });

  it('dates that could be read in two ways are refused until a format is chosen', async () => {
    const ambiguous = await read(dated('05.06.2026', '01.12.2026'));
    expect(ambiguous).toMatchObject({
      refusal:
        "Line 2: dueDate '05.06.2026' is 2026-06-05 (DD.MM.YYYY) or 2026-05-06 (MM.DD.YYYY), and no other value of the column shows which. Choose the date format.",
      question: {
        setting: 'dateFormat',
        field: 'dueDate',
        line: 2,
        text: '05.06.2026',
        choices: [
          { choice: 'DD.MM.YYYY', value: '2026-06-05' },
          { choice: 'MM.DD.YYYY', value: '2026-05-06' },
        ],
      },
    });
    const chosen = await read(dated('05.06.2026'), { dateFormat: 'MM.DD.YYYY' });
    expect(chosen.rows).toMatchObject([{ dueOn: '2026-05-06' }]);
  });

  it('a column with two date formats is refused with both lines, until one is chosen', async () => {
    const both = dated('12/31/2026', '31/12/2026', 'soon');
    expect((await read(both)).refusal).toMatch(
      /^Column dueDate has two date formats: '12\/31\/2026' in line 2 and '31\/12\/2026' in line 3\./,
    );
    const { refused, rows } = await read(both, { dateFormat: 'MM/DD/YYYY' });
    expect(rows).toHaveLength(1);
    expect(refused?.map(({ message }) => message)).toEqual([
      "dueDate: '31/12/2026' is not in the format MM/DD/YYYY; choose the date format",
      "dueDate: 'soon' is not in the format MM/DD/YYYY; choose the date format",
    ]);
    expect((await read(both, { dateFormat: 'DD.MM' })).refusal).toMatch(
      /^The date format 'DD\.MM' /,
    );
  });

  it('years of two digits lie in a window that is shown and can be set', async () => {
    const short = dated('12/31/26', '12/31/45', '12/31/46');
    const { rows, file } = await read(short);
    expect(rows?.map(({ dueOn }) => dueOn)).toEqual(['2026-12-31', '2045-12-31', '1946-12-31']);
    expect(file).toMatchObject({ formats: { dueDate: 'MM/DD/YY' }, yearFrom: 1946 });
    const later = await read(short, { yearFrom: 2000 });
    expect(later.rows?.at(-1)?.dueOn).toBe('2046-12-31');
    const { refused } = await read(short, { dateFormat: 'MM/DD/YYYY' });
    expect(refused).toHaveLength(3);
  });

  it('an ambiguous amount and damaged text are refused, never guessed', async () => {
    const file = `${NAMES}\nI-1,C-1,Hull,1.234,2026-12-01\nI-2,C-1,Jos\ufffd,1.00,2026-12-01\n`;
    const doubtful = bytes(file.replace('1.00', '9'));
    expect(await read(doubtful)).toMatchObject({
      question: {
        setting: 'decimal',
        line: 2,
        choices: [
          { choice: 'point', value: '1.234' },
          { choice: 'comma', value: '1234' },
        ],
      },
    });
    const { rows, refused } = await read(doubtful, { decimal: 'comma' });
    expect(rows).toMatchObject([{ totalCents: 123_400 }]);
    expect(refused?.map(({ line, message }) => [line, message])).toEqual([
      [3, expect.stringContaining('productName: has damaged characters')],
    ]);
    // The other amount shows that 1.234 has a fraction of a cent.
    expect((await read(bytes(file))).refused?.[0]?.message).toMatch(
      /^total: '1.234' is not a valid/,
    );
  });

  it('each column has its own number format', async () => {
    const lines = (quantity: string) =>
      bytes(
        `accountRef;position;text;quantity;unitPrice\na-0;1;Hours;1,250;80,00\na-0;2;Hours;${quantity};80,00\n`,
      );
    const order = { kind: 'lines' } as const;
    expect((await read(lines('2,5'), order)).rows).toMatchObject([
      { quantity: 1250, unitPriceCents: 8000 },
      { quantity: 2500, unitPriceCents: 8000 },
    ]);
    expect((await read(lines('2'), order)).refusal).toMatch(
      /^Line 2: quantity '1,250' is 1250 \(1,234\.56\) or 1\.250 \(1\.234,56\), /,
    );
    expect((await read(lines('2.5'), order)).rows).toMatchObject([
      { quantity: 1_250_000, unitPriceCents: 8000 },
      { quantity: 2500 },
    ]);
  });

  it('only amounts in dollars are read, also with a column of currencies', async () => {
    const amounts = [
      '$80.00',
      '80.00 USD',
      'usd 80',
      '-$80',
      'US$80',
      '€80',
      '80 kr',
      '$80 MXN',
      '12 50',
    ];
    const rows = amounts.map((amount, index) => `I-${index},C-1,Hull,${amount},2026-12-01,USD`);
    const file = [`${NAMES},Currency Code`, ...rows, 'I-9,C-1,Hull,80.00,2026-12-01,eur'].join(
      '\n',
    );
    const { rows: read80, refused } = await read(bytes(file));
    expect(read80?.map(({ totalCents }) => totalCents)).toEqual([8000, 8000, 8000]);
    expect(refused?.map(({ line, message }) => [line, message])).toEqual([
      [5, expect.stringMatching(/^total: '-80' is not a valid amount/)],
      ...['US$80', '€80', '80 kr', '$80 MXN', '12 50'].map((text, index) => [
        6 + index,
        `total: '${text}' is not a valid amount in dollars; write 1234.56`,
      ]),
      [11, "currency: 'eur' is not USD"],
    ]);
  });

  it('a row of sums is left out with a warning, whatever the record type', async () => {
    const file =
      'Cust #,Name,Open Balance\nC-1,Ada Pine,500\nTotal,,500\n"Total for Pine, Ada",,$500.00\n';
    const { rows, refused, warnings } = await read(bytes(file), { kind: 'customers' });
    expect(rows).toMatchObject([{ customerRef: 'C-1', firstName: 'Ada', lastName: 'Pine' }]);
    expect(refused).toEqual([]);
    expect(warnings).toEqual([
      { line: 3, message: "left out as a sum: 'Total'" },
      { line: 4, message: "left out as a sum: 'Total for Pine, Ada'" },
    ]);
  });

  it('an invalid optional value refuses its row, or is left out with a warning', async () => {
    const file = bytes(
      'customerRef,fullName,phone,email\nC-1,Moss Ltd,(207) 555-0001,a@b.example\nC-2,"Pine, Ada",call me,none\n,Ash,12,\n',
    );
    const refusing = await read(file, { kind: 'customers' });
    expect(refusing.rows).toMatchObject([{ businessName: 'Moss Ltd', phone: '+12075550001' }]);
    expect(refusing.refused?.map(({ line }) => line)).toEqual([3, 4]);
    const omitting = await read(file, { kind: 'customers', invalidValues: 'omit' });
    expect(omitting.rows?.[1]).toEqual(
      expect.objectContaining({ firstName: 'Ada', lastName: 'Pine' }),
    );
    expect(omitting.rows?.[1]).not.toHaveProperty('phone');
    expect(omitting.refused?.map(({ line }) => line)).toEqual([4]);
    expect(omitting.warnings?.map(({ line, message }) => [line, message])).toEqual([
      [
        3,
        expect.stringMatching(
          /^imported without (?:email, phone|phone, email): .*A number such as/,
        ),
      ],
    ]);
  });

  it.each([
    [
      'QuickBooks',
      'Date,Num,Customer ID,Memo/Description,Product/Service,Due Date,Amount,Open Balance',
    ],
    ['Xero', 'InvoiceDate,*InvoiceNumber,Acct,Reference,Subject,DueDate,Total,InvoiceAmountDue'],
    ['Sage', 'Inv Date,Inv No,A/C,Details,Item,Date Due,Invoice Amount,Balance Due'],
    ['FreshBooks', 'Date Issued,Invoice #,Client ID,Notes,Item Name,Due Date,Amt,Amt due'],
    ['NetSuite', 'Tran Date,Document Number,Entity,Memo,Item,Due Date,Amount,Amount Remaining'],
  ])(
    'columns of %s are known, and what is left of a total says what was paid',
    async (_, names) => {
      const file = `${names}\n2026-11-02,I-1,C-1,,Hull,2026-12-01,1000.00,400.00\n`;
      const { rows, refused } = await read(bytes(file));
      expect(refused).toEqual([]);
      expect(rows).toMatchObject([
        {
          accountRef: 'I-1',
          customerRef: 'C-1',
          totalCents: 100_000,
          paidBeforeCents: 60_000,
          dueOn: '2026-12-01',
          openedOn: '2026-11-02',
        },
      ]);
    },
  );
});
