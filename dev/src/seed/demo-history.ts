/**
 * The past of a demo company, so that its lists, charts and search look like those of a company in business: 40 more
 * customers with more than 200 invoices over 18 months. All of it follows from a fixed seed.
 */
import { RETURN_WINDOW_DAYS } from '@quittance/domain/dunning/return-rate';
import {
  type DemoCompany,
  type DemoCustomer,
  type DemoDays,
  type DemoInvoice,
  type DemoPayment,
  type DemoStory,
  type Dollars,
  declined,
  paid,
  returned,
} from './demo-data.ts';

type Product = readonly [name: string, from: number, to: number];

type Past = { customerPrefix: string; invoicePrefix: string; products: readonly Product[] };

const PASTS: Readonly<Record<string, Past>> = {
  harbor: {
    customerPrefix: 'HDG-2',
    invoicePrefix: 'HD-5',
    products: [
      ['Hygiene visit', 120, 180],
      ['Annual check-up', 190, 260],
      ['Composite filling', 210, 340],
      ['Crown restoration', 1200, 1900],
      ['Root canal', 850, 1350],
      ['Night guard, custom fitted', 380, 460],
      ['Whitening', 290, 420],
      ['Orthodontic treatment', 1800, 2600],
    ],
  },
  northwind: {
    customerPrefix: 'NWB-3',
    invoicePrefix: 'NW-5',
    products: [
      ['Quarterly maintenance', 260, 340],
      ['Gutter cleaning', 180, 320],
      ['Deck repair', 900, 2400],
      ['Window replacement', 1400, 4800],
      ['Interior painting', 1100, 3600],
      ['Roof inspection', 240, 390],
      ['Permit and drawings', 700, 1500],
    ],
  },
  summit: {
    customerPrefix: 'SUM-74',
    invoicePrefix: 'SU-H-5',
    products: [
      ['Electric service', 70, 190],
      ['Electric and gas service', 110, 320],
      ['Meter exchange', 140, 220],
      ['Site survey', 160, 240],
      ['Winter balance, deferred', 280, 760],
    ],
  },
};

const FIRST_NAMES =
  'Alma Ben Carla Dmitri Elena Felix Gloria Henry Irene Jonas Keiko Leon Marta Nadia Oscar Paula Quentin Rosa Samir Tess'.split(
    ' ',
  );
const LAST_NAMES =
  'Adams Bianchi Castro Dubois Eriksen Foster Grant Hughes Ito Jensen Kowalski Lopez Meyer Novak Ortiz Park Quinn Rossi Stein'.split(
    ' ',
  );

type Told = readonly [daysAgo: number, story: DemoStory];

/** At most one for each customer, and few, because each delays the first start. */
const STORIES: readonly Told[] = [
  [500, 'refunded'],
  [330, 'chargebackWon'],
  [210, 'returnedThenPaid'],
  [90, 'partlyRefunded'],
  [20, 'refunded'],
  [17, 'chargebackWon'],
  [14, 'returned'],
  [12, 'paid'],
  [10, 'planned'],
  [8, 'partlyRefunded'],
  [7, 'chargedBack'],
  [5, 'debited'],
  [4, 'disputed'],
  [3, 'asked'],
  [1, 'paid'],
];
export const STORY_DAYS = Math.max(...STORIES.map(([daysAgo]) => daysAgo));
const ISSUED_BEFORE_DAYS = 6;

const CUSTOMERS = 40;
const DAYS = 540;
const DAYS_TO_PAY = 30;
/** A debit settles after 2 days and is returned after 5. */
const DEBIT_DAYS = 3;
const RETURN_DAYS = 6;
const CARD = 'card';
const BANK = 'bank';

type Random = { below(limit: number): number; isIn(percent: number): boolean };

/** The Park–Miller generator: small, and the same on every machine. */
function seededRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return { below, isIn: (percent) => below(100) < percent };
}

const toTime = ({ below }: Random): string =>
  `${String(8 + below(12)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}`;

const toDays = (issued: number): DemoDays => [-issued, DAYS_TO_PAY - issued];

/** Most pay in the first three weeks, some a little late. A card is charged at least a day ago, a debit has settled. */
function toPaidPayments(random: Random, total: Dollars, issued: number): DemoPayment[] | null {
  const by = random.isIn(28) ? BANK : random.isIn(6) ? 'cash' : CARD;
  const daysAgo = issued - 1 - random.below(random.isIn(80) ? 21 : 44);
  const at = toTime(random);
  if (daysAgo < (by === BANK ? DEBIT_DAYS : 1)) return null;
  const payment = paid(total, { daysAgo, at, by });
  if (by === CARD && random.isIn(12))
    return [declined(total, { daysAgo: daysAgo + 1, at, by }), payment];
  // Otherwise the company would be at the limit of returns, and could take no new bank accounts.
  if (
    by === BANK &&
    random.isIn(14) &&
    daysAgo > RETURN_WINDOW_DAYS &&
    daysAgo + RETURN_DAYS < issued
  )
    return [returned(total, { daysAgo: daysAgo + RETURN_DAYS, at, by }), payment];
  return [payment];
}

/** The days are in the middle of a month, so that no installment is due today on any day of the year. */
function toPlan(
  random: Random,
  issued: number,
): Pick<DemoInvoice, 'status' | 'plan' | 'days'> | null {
  const paidCount = 2 + random.below(3);
  const startedDaysAgo = paidCount * 30 - 15;
  if (!random.isIn(9)) return null;
  if (random.isIn(50))
    return {
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      days: toDays(startedDaysAgo + random.below(21)),
      plan: { count: paidCount + 2, startedDaysAgo, paidCount, by: CARD },
    };
  const plan = { count: paidCount, startedDaysAgo: issued, paidCount, by: CARD };
  return { status: 'PAYMENT_PLAN_COLLECTED', days: toDays(issued), plan };
}

function toOutcome(random: Random, total: Dollars, issued: number) {
  const isOverdue = issued > DAYS_TO_PAY;
  const open = { status: isOverdue ? 'IN_COLLECTION' : 'DUE' } as const;
  if (isOverdue) {
    const planned = issued > 100 ? toPlan(random, issued) : null;
    if (planned) return planned;
    if (issued < 190 && random.isIn(9)) return open;
  } else if (random.isIn(45)) return open;
  const payments = toPaidPayments(random, total, issued);
  return payments ? ({ status: 'COLLECTED', payments } as const) : open;
}

function toBill(random: Random, { products }: Past, ref: string): DemoInvoice['bill'] {
  const [name, from, to] = products[random.below(products.length)] ?? ['Service', 100, 200];
  return [ref, name, `${from + random.below(to - from)}.${random.isIn(70) ? '00' : '50'}`];
}

function toInvoice(random: Random, bill: DemoInvoice['bill']): DemoInvoice {
  const issued = 2 + random.below(DAYS);
  return { bill, days: toDays(issued), ...toOutcome(random, bill[2], issued) };
}

function toTold(bill: DemoInvoice['bill'], [daysAgo, story]: Told): DemoInvoice {
  const days = toDays(daysAgo + ISSUED_BEFORE_DAYS);
  return { bill, days, status: 'DUE', told: { daysAgo, story } };
}

/** Empty for a company without a past. */
export function makeHistory({ domain }: Pick<DemoCompany, 'domain'>): DemoCustomer[] {
  const past = PASTS[domain];
  if (!past) return [];
  const random = seededRandom(domain.length * 7919 + 17);
  let invoices = 0;
  const nextRef = () => {
    invoices += 1;
    return `${past.invoicePrefix}${String(invoices).padStart(3, '0')}`;
  };
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const first = FIRST_NAMES[index % FIRST_NAMES.length] ?? '';
    const last = LAST_NAMES[(index * 7 + Math.floor(index / 20)) % LAST_NAMES.length] ?? '';
    const number = String(index + 1).padStart(3, '0');
    return {
      name: [first, last],
      ref: `${past.customerPrefix}${number}`,
      bornOn: `19${60 + (index % 40)}-0${1 + (index % 9)}-1${index % 9}`,
      email: `${first}.${last}.${number}@example.com`.toLowerCase(),
      phone: `+12075551${number}`,
      methods: [
        [CARD, 'card', index % 3 === 0 ? 'mastercard' : 'visa', index % 3 === 0 ? '4444' : '4242'],
        [BANK, 'ach', '', '6789'],
      ],
      contracts: [],
      projects: [],
      invoices: [
        ...Array.from({ length: 3 + random.below(6) }, () =>
          toInvoice(random, toBill(random, past, nextRef())),
        ),
        ...STORIES.slice(index, index + 1).map((told) =>
          toTold(toBill(random, past, nextRef()), told),
        ),
      ],
    };
  });
}
