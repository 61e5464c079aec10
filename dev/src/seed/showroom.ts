/** Lakeview Athletics, a demo company (R51) that can be viewed but not changed. */
import { ZERO } from '@quittance/contract/money';
import {
  type DemoCompanyMaker,
  type DemoCustomer,
  type DemoProject,
  declined,
  paid,
  pendingDebit,
  settled,
  usd,
} from './demo-data.ts';

const STUDIO: DemoProject = {
  ref: 'LV-P-7',
  name: 'Home studio',
  status: 'In Progress',
  startedDaysAgo: 48,
  orders: [
    ['LV-O-71', 'Room plan', 'Closed', '180.00', '180.00'],
    ['LV-O-72', 'Rubber floor, 12 square meters', 'Open', '640.00', '0.00'],
    ['LV-O-73', 'Mirror wall', 'Open', '520.00', '0.00'],
  ],
  estimates: [
    {
      ref: 'LV-E-31',
      memo: 'Cable machine with installation',
      status: 'Open',
      expiresInDays: 21,
      items: [
        ['Cable machine', '1,690.00'],
        ['Delivery and installation', '240.00'],
      ],
    },
  ],
};

const ALEX: DemoCustomer = {
  name: ['Alex', 'Visitor'],
  ref: 'LV-1001',
  bornOn: '1990-05-20',
  email: 'alex.visitor@example.com',
  phone: '+14145550117',
  methods: [
    ['visa', 'card', 'visa', '4242'],
    ['bank', 'ach', '', '6789'],
  ],
  contracts: [
    ['LV-K-12', 'Membership', 'Active', '948.00', '553.00', 214],
    ['LV-K-04', 'Personal training', 'Paid Off', '720.00', '720.00', 420],
  ],
  projects: [STUDIO],
  invoices: [
    {
      bill: ['LV-310', 'Personal training, 10 sessions', '650.00'],
      description: 'Ten sessions of 60 minutes',
      days: [-42, -12],
      status: 'IN_COLLECTION',
      attached: 'visa',
      payments: [declined('650.00', { daysAgo: 10, at: '19:20', by: 'visa' })],
    },
    { bill: ['LV-318', 'Membership, quarter', '237.00'], days: [-19, 11], status: 'DUE' },
    {
      bill: ['LV-296', 'Course package, 12 weeks', '480.00'],
      days: [-78, -48],
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      plan: { count: 4, startedDaysAgo: 45, paidCount: 2, by: 'visa' },
    },
    {
      bill: ['LV-305', 'Sports massage', '95.00'],
      days: [-35, -5],
      status: 'PAYMENT_EXTENSION',
      schedule: { inDays: 6, by: 'visa' },
    },
    {
      bill: ['LV-314', 'Physiotherapy, first visit', '140.00'],
      days: [-20, 10],
      status: 'PENDING',
      payments: [pendingDebit('140.00', { daysAgo: 1, at: '09:12', by: 'bank' })],
    },
    {
      bill: ['LV-281', 'Locker rental, one year', '120.00'],
      days: [-120, -90],
      status: 'COLLECTED',
      isLinked: true,
      payments: [paid('120.00', { daysAgo: 101, at: '12:30', by: 'visa' })],
    },
    { bill: ['LV-320', 'Nutrition plan', '160.00'], days: [-1, 29], status: 'DRAFT' },
    ...settled(
      ['LV-266', 'Membership, quarter', '237.00', 198, 'visa'],
      ['LV-231', 'Membership, quarter', '237.00', 289, 'bank'],
    ),
  ],
};

export const showroom: DemoCompanyMaker = (sandboxUrl) => ({
  domain: 'showroom',
  name: 'Lakeview Athletics',
  dba: 'Lakeview Gyms',
  legalName: 'Lakeview Athletics Inc.',
  address: '200 Shoreline Drive\nMilwaukee, WI 53202',
  supportEmail: 'members@lakeview.example',
  supportPhone: '+14145550127',
  mainColor: '#6d28d9',
  secondaryColor: '#0d9488',
  timeZone: 'America/Chicago',
  isDemo: true,
  processor: 'payengine',
  stripeId: null,
  // Uses another company's sandbox account, because nothing is ever charged here.
  processorData: {
    publicKey: 'pk_test_sandbox_harbor',
    scriptUrl: `${sandboxUrl}/payengine/js/1.0.0/securefields.min.js`,
    merchantId: 'mer_sandbox_harbor',
    settings: {},
  },
  tokenPrefix: 'tok_sandbox',
  secrets: { processorKey: 'sk_test_sandbox_harbor', webhookSecret: 'whsec_sandbox_harbor' },
  rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
  feeSettings: { card: 290, cardFixed: usd('0.30'), ach: 80, achFixed: ZERO },
  isFeePayerCompany: false,
  preference: {
    isContractsVisible: true,
    feeSettings: null,
    isFeePayerCompany: null,
    maxInstallments: 6,
    isIncreasedInstallmentsActive: false,
    maxIncreasedInstallments: 12,
    increasedInstallmentsAmount: usd('3,000.00'),
    maxExtensionDays: 30,
  },
  joinedDaysAgo: 790,
  customers: [ALEX],
});
