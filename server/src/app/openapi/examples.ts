/**
 * Examples for the provider API, generated from its schemas: one value per field name, and whole bodies for schemas
 * whose fields depend on each other. A test parses every example with its schema.
 */
import { ERRORS } from '@quittance/contract/errors';
import { type JsonSchema, nameIn, toTypes } from './openapi-schemas.ts';

const ID = '3f6c1f0a-9f0e-4c8e-8a53-0d6f5a1e7b21';
const INSTANT = '2026-11-16T15:04:05.000Z';

const VALUES: Readonly<Record<string, unknown>> = {
  customerId: 'c1a5d2f4-6a0b-4f1e-9b7d-2c3e4f5a6b70',
  invoiceId: '1e9b7c52-0f4d-4b8a-a6c3-7d8e9f0a1b23',
  paymentId: '5b2d8e11-3c4f-4a6b-8d9e-0f1a2b3c4d5e',
  type: 'PAYMENT',
  domain: 'harbor',
  dba: null,
  supportEmail: 'billing@harbor.example',
  supportPhone: '+12075550142',
  mainColor: '#0f766e',
  secondaryColor: '#134e4a',
  timeZone: 'America/New_York',
  staffNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  networks: ['203.0.113.7'],
  customerRef: 'C-1042',
  externalRef: 'erp-88213',
  firstName: 'Ada',
  lastName: 'Pine',
  businessName: null,
  bornOn: null,
  email: 'ada@example.com',
  phone: '+12075550142',
  language: 'es',
  isTest: false,
  isDraft: false,
  accountRef: 'INV-2026-0117',
  productName: 'Roof repair',
  description: 'North side, 24 square meters',
  poNumber: 'PO-7',
  projectRef: 'PRJ-7',
  orderRef: 'ORD-31',
  estimateRef: 'EST-4',
  contractRef: 'CT-12',
  typeName: 'Maintenance',
  memo: 'New gutters',
  note: null,
  text: 'Shingles',
  quantity: 2,
  unitPrice: 5500,
  amount: 12_000,
  tax: 1000,
  total: 12_000,
  credited: 0,
  credit: 0,
  settled: 12_000,
  waived: 0,
  paidBefore: 0,
  paid: 0,
  balance: 12_000,
  fee: 0,
  refunded: 0,
  status: 'DUE',
  state: 'SUCCEEDED',
  from: 'SENT',
  to: 'SUCCEEDED',
  source: 'webhook',
  method: 'CASH',
  methodBrand: null,
  methodLast4: null,
  processor: 'manual',
  processorReference: null,
  responseCode: null,
  warning: null,
  reference: '1042',
  receivedDate: '2026-11-13',
  cause: 'BOUNCED',
  reason: 'Billed twice',
  voidedAt: null,
  erasedAt: null,
  revokedAt: null,
  lastUsedAt: null,
  expiresAt: '2027-11-16T15:04:05.000Z',
  dueDate: '2026-12-15',
  openedDate: '2026-11-16',
  url: 'https://pay.example.com/harbor/pay/k5qz2m7c4t6wjx3nbvhrd5yfaeu2gp7o',
  name: 'Accounting',
  hint: 'qk_4f7a…',
  key: 'qk_4f7a0000000000000000000000000000',
  scopes: ['read', 'write'],
  overlapHours: 24,
  isActive: true,
  days: [-3, 1, 7],
  principal: 12_000,
  isOwedAgain: false,
  isFromCredit: false,
  offer: null,
  limit: 25,
  after: null,
  nextCursor: null,
  attentionId: `RETURNED_PAYMENT.${ID}`,
  viewName: 'overdue',
  customerName: 'Ada Pine',
};

const NEW_INVOICE = {
  customerRef: 'C-1042',
  accountRef: 'INV-2026-0117',
  productName: 'Roof repair',
  dueDate: '2026-12-15',
  lines: [{ text: 'Shingles', quantity: 2, unitPrice: 5500, tax: 1000 }],
};
const NEW_CUSTOMER = {
  customerRef: 'C-1042',
  firstName: 'Ada',
  lastName: 'Pine',
  email: 'ada@example.com',
};

const DAY = '2026-11-16';
const THEME = { button: '#0f766e', buttonText: '#ffffff', link: '#0f766e', ratio: 5.5 };

const WHOLE: Readonly<Record<string, unknown>> = {
  Contrast: {
    mainOnWhite: 5.5,
    isAdjusted: false,
    light: THEME,
    dark: { ...THEME, button: '#2dd4bf', buttonText: '#04211e', link: '#2dd4bf', ratio: 9.3 },
  },
  Sending: { note: 'As agreed on the phone' },
  NewView: { list: 'invoices', filters: { isOverdue: 'true', sort: '-balance' } },
  Summary: {
    from: DAY,
    to: DAY,
    collected: [{ date: DAY, received: 1_254_300, returned: 12_000, fee: 34_300 }],
    open: { count: 41, amount: 4_120_000 },
    overdue: [{ bucket: '1-30', count: 6, amount: 310_000 }],
    expected: [{ date: '2026-11-20', schedules: 51_450, plans: 20_000, autoPay: 0 }],
    successRates: [{ method: 'CARD', succeeded: 118, failed: 7 }],
    daysToPay: 12.4,
    billed: 96_000,
    daysSalesOutstanding: 28.4,
    previous: {
      from: '2026-09-16',
      to: '2026-10-16',
      received: 11_000,
      returned: 0,
      successRates: [{ method: 'CARD', succeeded: 24, failed: 2 }],
      daysToPay: 13.1,
    },
  },
  NewCustomer: { ...NEW_CUSTOMER, externalRef: 'erp-88213' },
  CompanyChange: { supportEmail: 'billing@harbor.example', preference: { maxInstallments: 4 } },
  CustomerByRef: NEW_CUSTOMER,
  CustomerChange: { email: 'ada.pine@example.com' },
  NewInvoice: NEW_INVOICE,
  InvoiceByRef: NEW_INVOICE,
  InvoiceChange: { note: 'Thank you for your business' },
  NewProject: { customerRef: 'C-1042', projectRef: 'PRJ-7', name: 'New roof' },
  NewContract: {
    customerRef: 'C-1042',
    contractRef: 'CT-12',
    typeName: 'Maintenance',
    amount: 12_000,
  },
  ContractDocument: {
    name: 'CT-12.pdf',
    size: 48_213,
    sha256: '3a6eb0790f39ac87c94f3856b2dd2c5d110e6811602261a9a923d3bb23adc8b7',
    createdAt: INSTANT,
  },
  ImportReport: {
    isDryRun: true,
    added: 1204,
    changed: 1,
    unchanged: 37,
    refused: 1,
    file: {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: 'semicolon',
      formats: { total: 'point', dueDate: 'MM/DD/YYYY' },
    },
    sample: [{ accountRef: 'INV-2026-0117', customerRef: 'C-1042', total: '125.00' }],
    problem: null,
    question: null,
    columns: [
      { name: 'Invoice', field: 'accountRef' },
      { name: 'Region', field: null },
    ],
    ignoredColumns: ['Region'],
    warned: 0,
    warnings: [],
    changes: [{ line: 18, ref: 'INV-2026-0117', fields: { total: ['12000', '12500'] } }],
    errors: [{ line: 44, code: 'DEBTOR_NOT_FOUND', message: ERRORS.DEBTOR_NOT_FOUND.message }],
  },
  Decision: {
    outcome: 'paid',
    processorReference: 'ch_3Q9aXY2eZvKYlo2C',
    reason: 'Found in the records of the processor',
  },
  InvoiceLine: { text: 'Shingles', quantity: 2, unitPrice: 5500, amount: 11_000, tax: 1000 },
};

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: ID,
  date: '2026-12-15',
  'date-time': INSTANT,
  email: 'ada@example.com',
  uri: 'https://example.com',
};

type SchemasByName = Readonly<Record<string, JsonSchema>>;
type ExampleRequest = { schema: JsonSchema; name?: string; named: SchemasByName };

const isListed = (options: readonly unknown[], value: unknown) => options.includes(value);

function toNumber({ default: usual, minimum = 1, maximum = 1 }: JsonSchema): unknown {
  return usual ?? Math.min(Math.max(1, minimum), maximum);
}

function toObject({ schema, named }: ExampleRequest): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const shown = required.length > 0 ? required : Object.keys(properties);
  return Object.fromEntries(
    shown.map((name) => [name, toExample({ schema: properties[name] ?? {}, name, named })]),
  );
}

function byType(asked: ExampleRequest): unknown {
  const { schema, name = '', named } = asked;
  const [type] = toTypes(schema);
  switch (type) {
    case 'object':
      return toObject(asked);
    case 'array':
      return [toExample({ schema: schema.items ?? {}, name, named })];
    case 'boolean':
      return schema.default ?? true;
    case 'integer':
    case 'number':
      return toNumber(schema);
    case 'null':
      return null;
    default:
      return BY_FORMAT[schema.format ?? ''] ?? schema.default ?? 'text';
  }
}

export function toExample(asked: ExampleRequest): unknown {
  const { schema, name = '', named } = asked;
  if (schema.$ref !== undefined) {
    const id = nameIn(schema.$ref);
    return WHOLE[id] ?? toExample({ ...asked, schema: named[id] ?? {} });
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return isListed(schema.enum, VALUES[name]) ? VALUES[name] : schema.enum[0];
  if (name in VALUES && isOfType(VALUES[name], schema)) {
    return VALUES[name];
  }
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  return first ? toExample({ ...asked, schema: first }) : byType(asked);
}

/** The same field name can be a string in one schema and a list in another. */
function isOfType(value: unknown, schema: JsonSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some((option) => isOfType(value, option));
  return toTypes(schema).some((type) => {
    if (type === 'array') return Array.isArray(value);
    if (type === 'null') return value === null;
    if (type === 'integer') return typeof value === 'number';
    return type === typeof value && type !== 'object';
  });
}
