/**
 * Receipts that are hard to draw, each built from rows like a real one, for the test next to this file and for
 * visual review (`node scripts/samples.mjs <folder>`).
 */
import { deflateSync } from 'node:zlib';
import { type Instant, instant, isoDate } from '@quittance/contract/dates';
import { attemptIdSchema } from '@quittance/contract/ids';
import { type Cents, cents, ZERO } from '@quittance/contract/money';
import type { Receipt } from '../../src/statements/draw-receipt.ts';
import { type ReceiptInput, receiptText } from '../../src/statements/receipt-text.ts';

const PAID_AT = instant('2026-11-15T15:00:00.000Z');
const LATER = instant('2026-11-19T13:30:00.000Z');

type Sample = {
  company?: Partial<ReceiptInput['company']>;
  logo?: ReceiptInput['logo'];
  customer?: Partial<ReceiptInput['customer']>;
  row?: Partial<Omit<ReceiptInput['row'], 'attempt'>>;
  attempt?: Partial<ReceiptInput['row']['attempt']>;
  now?: Instant;
};

export const COMPANY: ReceiptInput['company'] = {
  name: 'Harbor Dental',
  dba: 'Harbor Smiles',
  legalName: 'Harbor Dental Group LLC',
  address: '48 Wharf Street, Suite 2\nPortland, ME 04101',
  supportEmail: 'billing@harbor.example',
  supportPhone: '+12075550142',
  mainColor: '#0f766e',
  timeZone: 'America/New_York',
};

const ATTEMPT: ReceiptInput['row']['attempt'] = {
  id: attemptIdSchema.parse('1a2b3c4d-0000-4000-8000-000000000001'),
  state: 'SUCCEEDED',
  amountCents: cents(10_000),
  feeCents: cents(330),
  creditCents: ZERO,
  processor: 'payengine',
  processorReference: 'txn_7f3Kq2',
  method: 'CARD',
  methodBrand: 'visa',
  methodLast4: '4242',
  reference: null,
  receivedOn: null,
  installmentFrom: null,
  installmentTo: null,
  createdAt: PAID_AT,
};

function bill(accountRef: string, productName: string): NonNullable<Sample['row']> {
  return { accountRef, productName };
}

function inPlan(from: number, to: number): Pick<Sample, 'row' | 'attempt'> {
  return {
    row: { installmentCount: 12 },
    attempt: { installmentFrom: from, installmentTo: to },
  };
}

const debit = { method: 'ACH', methodBrand: null, methodLast4: '6789' } as const;

function refunded(state: 'PENDING' | 'SUCCEEDED', amountCents: Cents): NonNullable<Sample['row']> {
  return { refunds: [{ state, amountCents, doneAt: state === 'SUCCEEDED' ? LATER : null }] };
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

function ringAsPng(): Buffer {
  const [width, height] = [96, 48];
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 4);
    for (let x = 0; x < width; x += 1) {
      const distance = Math.hypot((x - width / 2) / 2, y - height / 2);
      if (distance > 12 && distance < 22) row.set([180, 60, 40, 255], 1 + x * 4);
    }
    return row;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const RING = ringAsPng();
export const LOGO = { wide: RING, wideWidth: 96, wideHeight: 48, icon: RING };

export const LONG_NAME =
  'The Extraordinarily Long Named Association of Independent Orthodontic Practitioners of Greater Portland and Surroundings';

/** More invoices than fit on one page. */
const PARTS = Array.from({ length: 60 }, (_, index) => ({
  accountRef: `HD-${3000 + index}`,
  productName: 'Monthly maintenance',
  amountCents: cents(12_50),
  feeCents: cents(38),
}));

const SAMPLES: Readonly<Record<string, Sample>> = {
  plain: {},
  'company-logo': { company: { name: 'Ring Works', dba: null }, logo: LOGO },
  'long-names': {
    company: { name: LONG_NAME, legalName: `${LONG_NAME} Limited Liability Company` },
    customer: { firstName: 'Wolfeschlegelsteinhausenbergerdorff', lastName: LONG_NAME },
    row: {
      ...bill(`INV-${'9'.repeat(60)}`, `${LONG_NAME}, second phase, including all materials`),
      installmentCount: 12,
      returnedAt: LATER,
      isOpenAgain: true,
    },
    attempt: { ...debit, state: 'RETURNED', installmentFrom: 3, installmentTo: 3 },
  },
  arabic: {
    company: { name: 'عيادة الميناء لطب الأسنان', dba: null, legalName: 'شركة الميناء (ذ.م.م)' },
    customer: { firstName: 'محمد', lastName: 'عبد الرحمن' },
    row: bill('HD-2041', 'تاج الأسنان رقم 14'),
  },
  'arabic-and-latin': {
    customer: { firstName: 'Maya', lastName: 'الحسيني-Ortiz (née Smith)' },
    row: bill('فاتورة 2041/A', 'Crown (تاج) 14, 50% paid'),
  },
  hebrew: {
    company: { name: 'מרפאת הנמל', dba: null, legalName: 'מרפאת הנמל בע"מ' },
    customer: { firstName: 'שרה', lastName: 'לוי-כהן' },
  },
  chinese: {
    company: { name: '港湾牙科', dba: null, legalName: '港湾牙科有限公司' },
    customer: { firstName: '王', lastName: '小明' },
    row: bill('发票-2041', '牙冠修复，第十四颗牙'),
  },
  'chinese-traditional': { customer: { firstName: '龔', lastName: '麗華' } },
  japanese: {
    customer: { firstName: '山田', lastName: 'たろう' },
    row: bill('HD-2041', 'クラウン修復、１４番'),
  },
  korean: { customer: { firstName: '김', lastName: '민준' } },
  'devanagari-and-thai': {
    customer: { firstName: 'प्रिया', lastName: 'शर्मा' },
    row: bill('HD-2041', 'ครอบฟันซี่ที่ 14'),
  },
  'cyrillic-greek-vietnamese': {
    company: { name: 'Γαλήνη Dental', dba: null, legalName: 'ООО «Гавань»' },
    customer: { firstName: 'Nguyễn Thị', lastName: 'Đỗ' },
  },
  emoji: {
    company: { name: '🦷 Smile Bar ✨', dba: null },
    customer: { firstName: 'Zoë 🎉', lastName: 'O’Neil 👩‍👩‍👧' },
    row: bill('HD-🎁', 'Whitening 😁'),
  },
  'installment-12': { ...inPlan(12, 12), attempt: { ...inPlan(12, 12).attempt, ...debit } },
  'rest-of-12': inPlan(4, 12),
  returned: {
    attempt: { ...debit, state: 'RETURNED' },
    row: { returnedAt: LATER, isOpenAgain: true },
    now: LATER,
  },
  'returned-before-it-succeeded': {
    attempt: { ...debit, state: 'RETURNED' },
    row: { paidAt: null, returnedAt: LATER, isOpenAgain: true },
    now: LATER,
  },
  refunded: { row: refunded('SUCCEEDED', cents(10_330)), now: LATER },
  'refund-under-way': { row: refunded('PENDING', cents(4000)) },
  'zero-fee-check': {
    attempt: {
      feeCents: ZERO,
      processor: 'manual',
      processorReference: null,
      method: 'CHECK',
      methodBrand: null,
      methodLast4: null,
      reference: '1042',
      receivedOn: isoDate('2026-11-13'),
    },
  },
  'many-orders-large-sum': {
    company: { supportEmail: null, mainColor: '#fde047', timeZone: 'Pacific/Honolulu' },
    row: {
      accountRef: null,
      productName: null,
      orderRefs: Array.from({ length: 40 }, (_, index) => `ORD-${1000 + index}`),
    },
    attempt: { amountCents: cents(999_999_999), feeCents: cents(29_000_030) },
  },
  'several-invoices': {
    row: { accountRef: null, productName: null, parts: PARTS },
    attempt: { amountCents: cents(75_000), feeCents: cents(2280) },
  },
};

const ROW = {
  accountRef: 'HD-2041',
  productName: 'Crown restoration, tooth 14',
  estimateRef: null,
  orderRefs: [],
  parts: [],
  installmentCount: null,
  paidAt: PAID_AT,
  returnedAt: null,
  isOpenAgain: false,
  refunds: [],
};

function toText({ company, logo = null, customer, row, attempt, now = PAID_AT }: Sample): Receipt {
  return receiptText({
    row: { ...ROW, ...row, attempt: { ...ATTEMPT, ...attempt } },
    company: { ...COMPANY, ...company },
    logo,
    customer: {
      firstName: 'Maya',
      lastName: 'Ortiz',
      customerRef: 'HDG-10417',
      language: null,
      ...customer,
    },
    now,
  });
}

export function receiptSamples(): [name: string, receipt: Receipt][] {
  return Object.entries(SAMPLES).map(([name, sample]) => [name, toText(sample)]);
}
