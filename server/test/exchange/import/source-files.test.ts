import { describe, expect, it } from 'vitest';
import { bytes, NAMES, read } from './read-file.ts';
import { type SheetCell, type SheetData, workbook } from './workbook.ts';

/** As Excel on Windows saves “CSV”: the euro sign is a byte, and so is the space that France groups with. */
const excel = (text: string) =>
  bytes(text.replaceAll('\n', '\r\n').replaceAll('€', '\u0080'), 'latin1');
const withMark = (mark: readonly number[], content: Uint8Array) =>
  new Uint8Array([...mark, ...content]);
const swapped = (content: Uint8Array) => new Uint8Array(Buffer.from(content).swap16());

const COMMA = `${NAMES}\nI-1,C-1,José Café,1234.56,2026-12-01\n`;
const EXCEL_DE = COMMA.replaceAll(',', ';').replace('1234.56', '1.234,56');

const EXPECTED = {
  customerRef: 'C-1',
  productName: 'José Café',
  totalCents: 123_456,
  dueOn: '2026-12-01',
};

const header = NAMES.split(',');
/** December 1, 2026, and a formula with the value that Excel stored. */
const dataRow: readonly SheetCell[] = [
  'I-1',
  'C-1',
  'José Café',
  { formula: 'A1+B1', value: 1234.560_000_000_01 },
  { value: 46_357, format: '14' },
];
const NOTES = { name: 'Notes', rows: {} };
const sheets = (rows: SheetData['rows']) => workbook({ name: 'Invoices', rows }, NOTES);

describe('Files as people save them', () => {
  it.each([
    ['UTF-8', bytes(COMMA), { encoding: 'utf-8', delimiter: 'comma' }],
    ['UTF-8 with a byte order mark', withMark([0xef, 0xbb, 0xbf], bytes(COMMA)), {}],
    ['line ends of a Mac', bytes(COMMA.replaceAll('\n', '\r')), {}],
    ['line ends of Windows', bytes(COMMA.replaceAll('\n', '\r\n')), {}],
    ['Windows-1252', bytes(COMMA, 'latin1'), { encoding: 'windows-1252' }],
    [
      'Excel in Germany',
      bytes(EXCEL_DE, 'latin1'),
      { encoding: 'windows-1252', delimiter: 'semicolon' },
    ],
    [
      'Unicode text of Excel',
      withMark([0xff, 0xfe], bytes(COMMA.replaceAll(',', '\t'), 'utf16le')),
      { encoding: 'utf-16le', delimiter: 'tab' },
    ],
    [
      'UTF-16 of another machine',
      withMark([0xfe, 0xff], swapped(bytes(COMMA, 'utf16le'))),
      { encoding: 'utf-16be' },
    ],
    ['UTF-16 without a mark', bytes(COMMA, 'utf16le'), { encoding: 'utf-16le' }],
    ['pipes', bytes(COMMA.replaceAll(',', '|')), { delimiter: 'pipe' }],
    ['a title above the header', bytes(`Open invoices,,,,\n,,,,\n${COMMA}`), {}],
    ['empty rows and columns', bytes(COMMA.replace('dueDate\n', 'dueDate,\n,,,,,\n')), {}],
    ['names with spaces', bytes(COMMA.replace('accountRef', 'Account Ref')), {}],
    ['amounts with signs', bytes(COMMA.replace('1234.56', '"$1,234.56"')), {}],
    ['amounts of Switzerland', bytes(COMMA.replace('1234.56', "1'234.56")), {}],
    ['amounts of France', bytes(EXCEL_DE.replace('1.234,56', '1\u202f234,56')), {}],
    ['Excel', sheets({ 1: header, 2: dataRow }), { format: 'xlsx', sheets: ['Invoices', 'Notes'] }],
    [
      'Excel with a merged title',
      sheets({ 1: ['Invoices 2026'], 3: header, 4: dataRow }),
      { format: 'xlsx', sheet: 'Invoices' },
    ],
  ])('a file is read: %s', async (_, file, expected) => {
    const { rows, refused, file: found } = await read(file);
    expect({ rows, refused }).toEqual({ rows: [expect.objectContaining(EXPECTED)], refused: [] });
    expect(found).toMatchObject(expected);
  });

  const GERMAN = ['Rechnung=accountRef', 'Kunde=customerRef', 'Artikel=productName'];
  const FRENCH = ['Facture=accountRef', 'N° client=customerRef', 'Libellé=productName'];
  const BRAZILIAN = ['Fatura=accountRef', 'Cliente=customerRef', 'Descrição=productName'];
  it.each([
    [
      'the United States',
      'Account Ref,Customer Ref,Product Name,Total,Due Date\nI-1,C-1,José Café," $1,234.56 ",12/1/2026\nI-2,C-1,Hull,1.00,12/31/2026\n',
      'MM/DD/YYYY',
      [],
    ],
    [
      'the United Kingdom',
      'Account Ref,Customer Ref,Product Name,Total,Due Date\nI-1,C-1,José Café,"1,234.56",01/12/2026\nI-2,C-1,Hull,1.00,31/12/2026\n',
      'DD/MM/YYYY',
      [],
    ],
    [
      'Germany',
      'Rechnung;Kunde;Artikel;Betrag;Fällig\nI-1;C-1;José Café;1.234,56;01.12.2026\nI-2;C-1;Rumpf;1,00;31.12.2026\n',
      'DD.MM.YYYY',
      [...GERMAN, 'Betrag=total', 'Fällig=dueDate'],
    ],
    [
      'France',
      'Facture;N° client;Libellé;Montant;Échéance\nI-1;C-1;José Café;1\u00a0234,56;01/12/2026\nI-2;C-1;Coque;1,00;31/12/2026\n',
      'DD/MM/YYYY',
      [...FRENCH, 'Montant=total', 'Échéance=dueDate'],
    ],
    [
      'Spain',
      'Factura;Cliente;Descripción;Importe;Vencimiento\nI-1;C-1;José Café;1.234,56;1/12/2026\nI-2;C-1;Casco;1,00;31/12/2026\n',
      'DD/MM/YYYY',
      ['Descripción=productName'],
    ],
    [
      'Brazil',
      'Fatura;Cliente;Descrição;Valor;Vencimento\nI-1;C-1;José Café;1.234,56;01/12/2026\nI-2;C-1;Casco;1,00;31/12/2026\n',
      'DD/MM/YYYY',
      [...BRAZILIAN, 'Valor=total', 'Vencimento=dueDate'],
    ],
  ])('a file that Excel saved in %s is read', async (_, text, dateFormat, map) => {
    const { rows, refused, file } = await read(excel(text), { map });
    expect(rows).toMatchObject([EXPECTED, { dueOn: '2026-12-31' }]);
    expect(refused).toEqual([]);
    expect(file).toMatchObject({ encoding: 'windows-1252', formats: { dueDate: dateFormat } });
    const { refused: others } = await read(excel(text), { map, dateFormat: 'YYYY-MM-DD' });
    expect(others?.[0]?.message).toMatch(
      /^dueDate: '.*2026' is not in the format YYYY-MM-DD; choose the date format$/,
    );
  });

  it('a file with 200 columns is read, and the others are named', async () => {
    const others = Array.from({ length: 195 }, (_, index) => `Custom field ${index + 1}`);
    const [names = '', row = ''] = COMMA.split('\n');
    const wide = `${[names, ...others].join(',')}\n${row}${','.repeat(others.length)}\n`;
    const { rows, columns, refused } = await read(bytes(wide));
    expect({ rows, refused }).toEqual({ rows: [expect.objectContaining(EXPECTED)], refused: [] });
    expect(columns?.at(-1)).toEqual({ name: 'Custom field 95', field: null });
  });

  it('columns are found by other names, the most telling first, and suggested by content', async () => {
    const text =
      'Customer,Invoice #,Customer ID,Due,Product/Service,Contact,Invoice Amount\nAda,I-1,C-1,2026-12-01,José Café,a@b.com,1234.56\n';
    const { rows, columns } = await read(bytes(text));
    expect(rows).toEqual([expect.objectContaining(EXPECTED)]);
    expect(columns?.map(({ field }) => field)).toEqual([
      null,
      'accountRef',
      'customerRef',
      'dueDate',
      'productName',
      null,
      'total',
    ]);
    const customers = 'Kunde,Firma,Kontakt,Leer\nC-1,Moss,a@b.com,\nC-2,Ash,,\n';
    const unknown = { kind: 'customers', map: ['Kunde=customerRef'] } as const;
    expect((await read(bytes(customers), unknown)).columns?.slice(1)).toEqual([
      { name: 'Firma', field: null },
      { name: 'Kontakt', field: null, suggestedField: 'email' },
      { name: 'Leer', field: null },
    ]);
    const bills = `${NAMES.replace('dueDate', 'Fällig').replace('total', 'Betrag')}\nI-1,C-1,Hull,"1.234,56",01.12.2026\n`;
    const { refusal, suggested } = await read(bytes(bills));
    expect(refusal).toMatch(/^Column dueDate is missing/);
    expect(suggested).toEqual(['total', 'dueDate']);
  });

  it('a row is refused in words', async () => {
    const rows = [
      'I-1,,Hull,1.00,2026-12-01',
      'I-2,C-1,Hull,0.00,2026-12-01',
      `I-3,C-1,${'x'.repeat(300)},1.00,2026-12-01`,
      'I-4,C-1,Hull,1.00,2026-02-30',
      'I-5,C-1,N£¤ez,1.00,2026-12-01',
    ];
    const { refused } = await read(bytes([NAMES, ...rows].join('\n')));
    expect(refused?.map(({ message }) => message)).toEqual([
      'customerRef: is missing',
      'total: is too small',
      expect.stringMatching(/^productName: is longer than \d+ characters$/),
      'dueDate: Not a date of the calendar',
      'productName: has damaged characters; save the file again as “CSV UTF-8”',
    ]);
  });

  it.each([
    [
      'columns are missing',
      bytes('Kunde;Rechnung\n1;2\n'),
      /^Columns accountRef, .* are missing\. Found: Kunde; Rechnung$/,
    ],
    [
      'a column is missing',
      bytes(COMMA.replace('customerRef', 'Kunde')),
      /^Column customerRef is missing\. Found: accountRef; Kunde;/,
    ],
    [
      'Excel for Mac with accents in its own encoding',
      bytes(COMMA.replaceAll('\n', '\r').replaceAll('é', '\u008e'), 'latin1'),
      /cannot be read\. Save it as “CSV UTF-8”/,
    ],
    ['binary', new Uint8Array([0x81, 0x00, 0x12, 0xff]), /cannot be read\. Save it as “CSV UTF-8”/],
    ['an empty file', bytes(''), /^The file is empty\.$/],
    ['damaged Excel', sheets({ 1: header }).subarray(0, 300), /^The Excel file cannot be read\./],
  ])('a file is refused in words: %s', async (_, file, sentence) => {
    expect((await read(file)).refusal).toMatch(sentence);
  });

  it('a quotation mark in a wrong place refuses its row only', async () => {
    const good = (ref: string) => `${ref},C-1,Hull,1.00,2026-12-01`;
    const lines = [
      NAMES,
      good('I-1'),
      'I-2,C-1,5" bolt,1.00,2026-12-01',
      good('I-3'),
      'I-4,C-1,"6" pipe,1.00,2026-12-01',
      good('I-5'),
      'I-6,C-1,"Mast,1.00,2026-12-01',
      good('I-7'),
      'I-8,C-1,Sail",1.00,2026-12-01',
      'I-9,C-1,"Hull, ""port""\nside",1.00,2026-12-01',
      'I-10,C-1,"Oar,1.00,2026-12-01',
      good('I-11'),
    ];
    const { rows, refused } = await read(bytes(lines.join('\n')));
    expect(rows?.map(({ accountRef }) => accountRef)).toEqual(['I-1', 'I-3', 'I-5', 'I-7', 'I-11']);
    expect(refused?.map(({ line }) => line)).toEqual([3, 5, 7, 9, 10, 12]);
  });

  it('other kinds of files are refused by their content', async () => {
    await expect(read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow(/\.xls\)/);
    await expect(read(bytes('%PDF-1.7'))).rejects.toThrow(/PDF/);
    await expect(read(bytes(COMMA), { format: 'xlsx' })).rejects.toThrow(/not an Excel file/);
  });

  it('a chosen encoding, delimiter, sheet and decimal separator are used', async () => {
    expect(await read(bytes(EXCEL_DE), { decimal: 'point' })).toMatchObject({
      rows: [],
      refused: [
        {
          line: 2,
          message: expect.stringMatching(/^total: '1.234,56' is not in the format 1,234.56;/),
        },
      ],
    });
    expect(await read(bytes(COMMA), { delimiter: 'pipe' })).toMatchObject({
      refusal: expect.stringMatching(/are missing\. Found: accountRef,customerRef/),
    });
    expect(await read(bytes(COMMA, 'latin1'), { encoding: 'utf-8' })).toMatchObject({
      refusal: 'The file is not valid utf-8. Choose another encoding.',
    });
    expect(await read(sheets({ 1: header }), { sheet: 'May' })).toMatchObject({
      refusal: 'The file has no visible sheet “May”. Its visible sheets are: Invoices, Notes.',
    });
    expect(await read(sheets({ 1: header }), { sheet: 'Notes' })).toMatchObject({
      refusal: 'The sheet is empty.',
      file: { sheet: 'Notes', sheets: ['Invoices', 'Notes'] },
    });
  });
});
