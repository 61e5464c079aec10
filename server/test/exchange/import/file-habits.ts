/** Generates invoice files by the habits of fifteen regions, together with the amounts and dates that they mean. */

export type Meant = { ref: string; cents: number; dueOn: string };

export type HabitFile = {
  name: string;
  text: string;
  rows: readonly Meant[];
  /** `asked`: refused with both readings. `conflict`: refused with both lines. `lines`: each row is refused. */
  expected: 'exact' | 'asked' | 'conflict' | 'lines';
  /** The choice that makes an `asked` file exact. */
  choice?: { decimal?: 'point' | 'comma'; dateFormat?: string };
};

type Order = 'DMY' | 'MDY' | 'YMD';
type Habit = {
  decimal: '.' | ',';
  /** Between thousands; India groups by two digits above them. */
  group: string;
  isIndian?: boolean;
  order: Order;
  separator: string;
  end?: string;
  priced: (amount: string) => string;
};

const HABITS: Readonly<Record<string, Habit>> = {
  'United States': {
    decimal: '.',
    group: ',',
    order: 'MDY',
    separator: '/',
    priced: (n) => `$${n}`,
  },
  'United Kingdom': {
    decimal: '.',
    group: ',',
    order: 'DMY',
    separator: '/',
    priced: (n) => `£${n}`,
  },
  Germany: { decimal: ',', group: '.', order: 'DMY', separator: '.', priced: (n) => `${n} €` },
  France: { decimal: ',', group: '\u202f', order: 'DMY', separator: '/', priced: (n) => `${n} €` },
  Spain: { decimal: ',', group: '.', order: 'DMY', separator: '/', priced: (n) => `${n}€` },
  Italy: { decimal: ',', group: '.', order: 'DMY', separator: '/', priced: (n) => `€ ${n}` },
  Brazil: { decimal: ',', group: '.', order: 'DMY', separator: '/', priced: (n) => `R$ ${n}` },
  Netherlands: { decimal: ',', group: '.', order: 'DMY', separator: '-', priced: (n) => `€ ${n}` },
  Poland: { decimal: ',', group: '\u00a0', order: 'DMY', separator: '.', priced: (n) => `${n} zł` },
  Sweden: { decimal: ',', group: '\u00a0', order: 'YMD', separator: '-', priced: (n) => `${n} kr` },
  Switzerland: {
    decimal: '.',
    group: '’',
    order: 'DMY',
    separator: '.',
    priced: (n) => `CHF ${n}`,
  },
  Japan: { decimal: '.', group: ',', order: 'YMD', separator: '/', priced: (n) => `¥${n}` },
  India: {
    decimal: '.',
    group: ',',
    isIndian: true,
    order: 'DMY',
    separator: '-',
    priced: (n) => `₹${n}`,
  },
  Hungary: {
    decimal: ',',
    group: ' ',
    order: 'YMD',
    separator: '. ',
    end: '.',
    priced: (n) => `${n} Ft`,
  },
  Mexico: { decimal: '.', group: ',', order: 'DMY', separator: '/', priced: (n) => `$${n} MXN` },
};

function toAmount({ decimal, group, isIndian }: Habit, cents: number): string {
  const [dollars = '', fraction = ''] = (cents / 100).toFixed(2).split('.');
  const places = isIndian ? /\B(?=(?:\d{2})*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
  return dollars.replaceAll(places, group) + decimal + fraction;
}

const toWhole = (habit: Habit, cents: number) => toAmount(habit, cents).slice(0, -3);

function toDate({ order, separator, end = '' }: Habit, isoDate: string, digits = 4): string {
  const [year = '', month = '', day = ''] = isoDate.split('-');
  const parts = { D: day, M: month, Y: year.slice(-digits) };
  return [...order].map((part) => parts[part as keyof typeof parts]).join(separator) + end; // because an order has these letters
}

const CLEAR: readonly Meant[] = [
  { ref: 'I-1', cents: 125_000, dueOn: '2027-02-03' },
  { ref: 'I-2', cents: 8000, dueOn: '2026-12-31' },
  { ref: 'I-3', cents: 12_345_678, dueOn: '2027-11-25' },
  { ref: 'I-4', cents: 99, dueOn: '2027-05-05' },
];
/** Whole thousands, on days that could be months. */
const DOUBTFUL: readonly Meant[] = [
  { ref: 'I-1', cents: 125_000, dueOn: '2027-02-03' },
  { ref: 'I-2', cents: 340_000, dueOn: '2027-11-12' },
];

const NAMES = ['accountRef', 'customerRef', 'productName', 'total', 'dueDate'];

type Written = (row: Meant, index: number) => readonly [amount: string, date: string];

function toText({ decimal }: Habit, rows: readonly Meant[], written: Written): string {
  const delimiter = decimal === ',' ? ';' : ',';
  const lines = rows.map((row, index) => [row.ref, 'C-1', 'Hull', ...written(row, index)]);
  const quoted = (value: string) => (value.includes(delimiter) ? `"${value}"` : value);
  return [NAMES, ...lines].map((line) => line.map(quoted).join(delimiter)).join('\r\n');
}

const isDoubtful = ({ group }: Habit) => group === ',' || group === '.';
const toPattern = ({ order, separator }: Habit, year: string) =>
  [...order].map((part) => ({ D: 'DD', M: 'MM', Y: year })[part]).join(separator.trim());

function toFiles(region: string, habit: Habit): HabitFile[] {
  const iso = ({ dueOn }: Meant) => dueOn;
  const plain = ({ cents }: Meant) => (cents / 100).toFixed(2);
  const other: Habit = { ...habit, order: habit.order === 'DMY' ? 'MDY' : 'DMY' };
  const foreign: Habit = { ...habit, decimal: habit.decimal === '.' ? ',' : '.', group: '' };
  const choice = habit.decimal === '.' ? 'point' : 'comma';
  const hasYearLast = habit.order !== 'YMD';
  const clear = (name: string, written: Written, part: Partial<HabitFile> = {}) => ({
    name: `${region}: ${name}`,
    text: toText(habit, part.rows ?? CLEAR, written),
    rows: CLEAR,
    expected: 'exact' as const,
    ...part,
  });
  return [
    clear('amounts and dates', (row) => [
      habit.isIndian ? plain(row) : toAmount(habit, row.cents),
      toDate(habit, row.dueOn),
    ]),
    clear('dollars', (row) => [`$${plain(row)}`, toDate(habit, row.dueOn)]),
    clear('dollars as a code', (row) => [`${plain(row)} USD`, toDate(habit, row.dueOn)]),
    clear('its own currency', (row) => [habit.priced(toAmount(habit, row.cents)), iso(row)], {
      expected: region === 'United States' ? 'exact' : 'lines',
    }),
    clear('whole thousands', (row) => [toWhole(habit, row.cents), iso(row)], {
      rows: DOUBTFUL,
      ...(isDoubtful(habit) ? { expected: 'asked', choice: { decimal: choice } } : {}),
    }),
    clear(
      'two decimal separators',
      (row, index) => [toAmount(index % 2 === 0 ? habit : foreign, row.cents), iso(row)],
      habit.isIndian
        ? { expected: 'lines', rows: [CLEAR[2] ?? CLEAR[0]].flatMap((row) => row ?? []) }
        : { expected: 'conflict' },
    ),
    clear('days that could be months', (row) => [plain(row), toDate(habit, row.dueOn)], {
      rows: DOUBTFUL,
      ...(hasYearLast
        ? { expected: 'asked', choice: { dateFormat: toPattern(habit, 'YYYY') } }
        : {}),
    }),
    clear('years of two digits', (row) => [plain(row), toDate(habit, row.dueOn, 2)], {
      rows: DOUBTFUL,
      expected: 'asked',
      choice: { dateFormat: toPattern(habit, 'YY') },
    }),
    clear(
      'two orders of dates',
      (row, index) => [
        plain(row),
        toDate(index % 2 === 0 ? habit : other, index % 2 === 0 ? '2027-01-31' : '2027-02-28'),
      ],
      hasYearLast
        ? { expected: 'conflict' }
        : {
            rows: CLEAR.map((row, index) => ({
              ...row,
              dueOn: index % 2 === 0 ? '2027-01-31' : '2027-02-28',
            })),
          },
    ),
    clear('names of months', (row) => [plain(row), toNamed(row.dueOn)]),
  ];
}

/** 'Nov 10, 2026' and '10-Nov-2026'. */
function toNamed(isoDate: string): string {
  const date = new Date(isoDate);
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date);
  const day = date.getUTCDate();
  return day % 2 === 0
    ? `${month} ${day}, ${date.getUTCFullYear()}`
    : `${day}-${month}-${date.getUTCFullYear()}`;
}

export const HABIT_FILES = Object.entries(HABITS).flatMap(([region, habit]) =>
  toFiles(region, habit),
);
