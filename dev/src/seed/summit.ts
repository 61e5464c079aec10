/** Summit Utilities, a power and gas company in Colorado that takes payments through Fiserv and pays the fee. */
import { ZERO } from '@quittance/contract/money';
import {
  type DemoCompanyMaker,
  type DemoCustomer,
  type DemoInvoice,
  type Dollars,
  declined,
  paid,
  pendingDebit,
  returned,
  settled,
  usd,
} from './demo-data.ts';
import { GAS_LINE, HEAT_PUMP, SERVICE_UPGRADE, SOLAR, TREE_WORK } from './summit-projects.ts';

const DAYS_A_MONTH = 30;
const OLDEST_BILL_MONTHS_AGO = 24;

type Meter = { prefix: string; by: string; months: readonly Dollars[] };

/** Returns two years of bills, up to last month's. The pattern of expensive months repeats every year. */
function monthlyBills({ prefix, by, months }: Meter): DemoInvoice[] {
  return Array.from({ length: OLDEST_BILL_MONTHS_AGO - 1 }, (_, index) => {
    const monthsAgo = index + 2;
    const total = months[monthsAgo % months.length] ?? '0.00';
    const ref = `${prefix}-${String(OLDEST_BILL_MONTHS_AGO - monthsAgo + 1).padStart(3, '0')}`;
    const product = 'Electric and gas service';
    return settled([ref, product, total, monthsAgo * DAYS_A_MONTH + 2, by]);
  }).flat();
}

/* biome-ignore format: a year in four rows */
const LUIS_BY_MONTH = [
  '231.18', '248.90', '219.33',
  '174.05', '128.61', '118.27',
  '136.40', '162.75', '171.12',
  '139.84', '147.06', '196.51',
];

/* biome-ignore format: a year in four rows */
const RUTH_BY_MONTH = [
  '154.20', '166.08', '143.77',
  '117.64', '92.13', '88.50',
  '97.86', '120.41', '124.93',
  '101.15', '108.72', '139.08',
];

const LUIS: DemoCustomer = {
  name: ['Luis', 'Ortega'],
  ref: 'SUM-730015',
  bornOn: '1979-06-05',
  email: 'luis.ortega@example.com',
  phone: '+13035550120',
  methods: [
    ['visa', 'card', 'visa', '6014'],
    ['bank', 'ach', '', '3390'],
  ],
  contracts: [
    ['SU-K-57', 'Line extension agreement', 'Active', '3,935.00', '185.00', 70],
    ['SU-K-31', 'Deferred payment agreement', 'Paid Off', '744.60', '744.60', 410],
    ['SU-K-12', 'Budget billing agreement', 'Canceled', '1,860.00', '310.00', 600],
  ],
  projects: [SERVICE_UPGRADE, TREE_WORK],
  invoices: [
    {
      bill: ['SU-L-024', 'Electric and gas service', '212.47'],
      description: 'Meter 4471-02, 612 kWh and 41 therms',
      days: [-9, 12],
      status: 'DUE',
      attached: 'visa',
    },
    {
      bill: ['SU-W-571', 'Meter base and riser', '1,420.00'],
      days: [-40, -19],
      status: 'IN_COLLECTION',
      project: 'SU-P-57',
      contract: 'SU-K-57',
      payments: [declined('1,420.00', { daysAgo: 21, at: '20:16', by: 'visa' })],
    },
    {
      bill: ['SU-W-560', 'Site survey', '185.00'],
      days: [-58, -37],
      status: 'COLLECTED',
      project: 'SU-P-57',
      contract: 'SU-K-57',
      payments: [
        returned('185.00', { daysAgo: 50, at: '08:44', by: 'bank' }),
        paid('185.00', { daysAgo: 41, at: '19:02', by: 'visa' }),
      ],
    },
    {
      bill: ['SU-D-031', 'Winter balance, deferred', '744.60'],
      days: [-408, -387],
      status: 'PAYMENT_PLAN_COLLECTED',
      contract: 'SU-K-31',
      plan: { count: 4, startedDaysAgo: 395, paidCount: 4, by: 'bank' },
    },
    ...monthlyBills({
      prefix: 'SU-L',
      by: 'bank',
      months: LUIS_BY_MONTH,
    }),
  ],
};

const RUTH: DemoCustomer = {
  name: ['Ruth', 'Abernathy'],
  ref: 'SUM-730048',
  bornOn: '1958-01-23',
  email: 'ruth.abernathy@example.com',
  phone: '+13035550155',
  methods: [
    ['bank', 'ach', '', '8801'],
    ['master', 'card', 'mastercard', '2253'],
  ],
  autoPayBy: 'bank',
  contracts: [
    ['SU-K-44', 'Line extension agreement', 'Paid Off', '2,150.00', '2,150.00', 530],
    ['SU-K-60', 'Interconnection agreement', 'Draft', '625.00', '0.00', 12],
    ['SU-K-40', 'Deferred payment agreement', 'Delinquent', '384.30', '128.10', 120],
  ],
  projects: [SOLAR, GAS_LINE],
  invoices: [
    {
      bill: ['SU-R-024', 'Electric and gas service', '148.92'],
      description: 'Meter 2087-11, 431 kWh and 22 therms',
      days: [-8, 13],
      status: 'PENDING',
      isLinked: true,
      payments: [pendingDebit('148.92', { daysAgo: 1, at: '09:12', by: 'bank' })],
    },
    {
      bill: ['SU-D-040', 'Winter balance, deferred', '384.30'],
      days: [-122, -101],
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      contract: 'SU-K-40',
      plan: { count: 3, startedDaysAgo: 25, paidCount: 1, by: 'master' },
    },
    {
      bill: ['SU-W-601', 'Interconnection study', '250.00'],
      days: [-26, -5],
      status: 'PAYMENT_EXTENSION',
      project: 'SU-P-60',
      schedule: { inDays: 8, by: 'master' },
    },
    ...settled(['SU-W-441', 'Gas line and regulator', '2,150.00', 505, 'master', 'SU-P-44']),
    ...monthlyBills({
      prefix: 'SU-R',
      by: 'bank',
      months: RUTH_BY_MONTH,
    }),
  ],
};

const KENJI: DemoCustomer = {
  name: ['Kenji', 'Watanabe'],
  ref: 'SUM-730072',
  bornOn: '1990-10-17',
  email: 'kenji.watanabe@example.com',
  phone: '+13035550183',
  methods: [
    ['visa', 'card', 'visa', '7788'],
    ['entered', 'card', 'visa', '5100', 'link'],
  ],
  contracts: [
    ['SU-K-35', 'Deferred payment agreement', 'Accelerated', '512.00', '128.00', 280, 33],
    ['SU-K-08', 'Service agreement', 'Charged Off', '367.15', '0.00', 700, 160],
  ],
  projects: [HEAT_PUMP],
  invoices: [
    {
      bill: ['SU-K-021', 'Electric service', '96.38'],
      description: 'Meter 9310-04, 388 kWh',
      days: [-36, -15],
      status: 'IN_COLLECTION',
    },
    { bill: ['SU-K-022', 'Electric service', '101.74'], days: [-6, 15], status: 'DUE' },
    { bill: ['SU-W-620', 'Load calculation', '120.00'], days: [-1, 20], status: 'DRAFT' },
    {
      bill: ['SU-K-015', 'Electric service, estimated reading', '402.66'],
      description: 'Disputed: the reading was estimated three months in a row',
      days: [-210, -189],
      status: 'DISPUTED',
      isLinked: true,
    },
    {
      bill: ['SU-K-002', 'Electric service, former address', '367.15'],
      days: [-560, -539],
      status: 'DEFAULTED',
      contract: 'SU-K-08',
    },
    ...settled(
      ['SU-K-020', 'Electric service', '89.12', 66, 'visa'],
      ['SU-K-019', 'Electric service', '94.55', 96, 'visa'],
      ['SU-K-018', 'Electric service', '118.03', 126, 'visa'],
      ['SU-K-017', 'Electric service', '126.90', 156, 'cash'],
    ),
  ],
};

export const summit: DemoCompanyMaker = (sandboxUrl) => ({
  domain: 'summit',
  name: 'Summit Utilities',
  dba: null,
  legalName: 'Summit Power & Gas Cooperative',
  address: '9 Ridgeline Avenue\nBoulder, CO 80302',
  supportEmail: 'office@summit.example',
  supportPhone: '+13035550100',
  logo: 'summit.svg',
  mainColor: '#1e3a8a',
  secondaryColor: '#0ea5e9',
  timeZone: 'America/Denver',
  processor: 'fiserv',
  stripeId: null,
  processorData: {
    publicKey: 'api_key_sandbox_summit',
    scriptUrl: `${sandboxUrl}/fiserv/sdk/3.5.5/checkout.js`,
    merchantId: '100008000003683',
    settings: {
      apiKey: 'api_key_sandbox_summit',
      terminalId: '10000001',
      environment: 'CERT',
    },
  },
  tokenPrefix: 'tok_sandbox',
  // Fiserv sends no webhooks, so the second secret is never used.
  secrets: { processorKey: 'hmac_secret_sandbox_summit', webhookSecret: 'none_sandbox_summit' },
  rules: {
    availablePaymentOptions: ['PAY_IN_FULL', 'PAYMENT_EXTENSION', 'PAYMENT_PLAN'],
    restrictedPaymentMethods: ['NEGOTIATION'],
  },
  feeSettings: { card: 215, cardFixed: usd('0.25'), ach: 0, achFixed: ZERO },
  isFeePayerCompany: true,
  preference: {
    isContractsVisible: true,
    feeSettings: null,
    isFeePayerCompany: null,
    maxInstallments: 4,
    isIncreasedInstallmentsActive: false,
    maxIncreasedInstallments: 6,
    increasedInstallmentsAmount: usd('1,000.00'),
    maxExtensionDays: 14,
  },
  joinedDaysAgo: 780,
  customers: [LUIS, RUTH, KENJI],
});
