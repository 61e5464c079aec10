/** Harbor Dental, a practice on the coast of Maine that takes payments through PayEngine. */
import { ZERO } from '@quittance/contract/money';
import {
  type DemoCompanyMaker,
  type DemoCustomer,
  declined,
  paid,
  pendingDebit,
  returned,
  settled,
  usd,
} from './demo-data.ts';
import { GUM_CARE, IMPLANT, REHABILITATION, WHITENING, WISDOM_TEETH } from './harbor-projects.ts';

const MAYA: DemoCustomer = {
  name: ['Maya', 'Lindqvist'],
  ref: 'HDG-10417',
  bornOn: '1988-04-12',
  email: 'maya.lindqvist@example.com',
  phone: '+12075550142',
  methods: [
    ['visa', 'card', 'visa', '4242'],
    ['bank', 'ach', '', '6789'],
  ],
  contracts: [],
  projects: [],
  invoices: [
    {
      bill: ['HD-2041', 'Crown restoration, tooth 14', '1,840.00'],
      description: 'Crown restoration, tooth 14',
      days: [-46, -16],
      status: 'IN_COLLECTION',
      attached: 'visa',
      payments: [
        paid('100.00', { daysAgo: 44, at: '18:15', by: 'bank' }),
        paid('240.00', { daysAgo: 34, at: '10:42', by: 'visa' }),
      ],
    },
    {
      bill: ['HD-2058', 'Orthodontic treatment, phase 2', '2,530.00'],
      description: 'Upper and lower arch, months 7 to 12',
      days: [-14, 16],
      status: 'DUE',
    },
    {
      bill: ['HD-1987', 'Implant consultation and imaging', '690.00'],
      description: 'Consultation, 3D scan and treatment plan',
      days: [-91, -61],
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      plan: { count: 3, startedDaysAgo: 40, paidCount: 2, by: 'visa' },
    },
    {
      bill: ['HD-1990', 'Hygiene visit', '160.00'],
      description: 'Cleaning, polishing and fluoride',
      days: [-43, -13],
      status: 'PAYMENT_EXTENSION',
      schedule: { inDays: 5, by: 'visa' },
    },
    {
      bill: ['HD-1902', 'Annual check-up', '220.00'],
      description: 'Examination and bitewing X-rays',
      days: [-133, -103],
      status: 'COLLECTED',
      isLinked: true,
      payments: [
        declined('220.00', { daysAgo: 119, at: '12:02', by: 'visa' }),
        paid('220.00', { daysAgo: 119, at: '12:09', by: 'visa' }),
      ],
    },
    ...settled(
      ['HD-1744', 'Hygiene visit', '160.00', 226, 'visa'],
      ['HD-1689', 'Composite filling, tooth 19', '285.00', 301, 'bank'],
      ['HD-1530', 'Orthodontic treatment, phase 1', '2,530.00', 402, 'visa'],
      ['HD-1417', 'Annual check-up', '210.00', 498, 'visa'],
      ['HD-1302', 'Hygiene visit', '150.00', 590, 'cash'],
      ['HD-1188', 'New patient examination', '240.00', 722, 'visa'],
    ),
  ],
};

const OMAR: DemoCustomer = {
  name: ['Omar', 'Haddad'],
  ref: 'HDG-10433',
  bornOn: '1974-11-03',
  email: 'omar.haddad@example.com',
  phone: '+12075550176',
  methods: [
    ['master', 'card', 'mastercard', '4444'],
    ['bank', 'ach', '', '1138'],
  ],
  contracts: [
    ['HD-K-301', 'Membership plan', 'Active', '348.00', '203.00', 214],
    ['HD-K-288', 'Treatment financing', 'Delinquent', '1,950.00', '650.00', 310],
    ['HD-K-240', 'Orthodontic agreement', 'Paid Off', '2,400.00', '2,400.00', 430],
    ['HD-K-199', 'Treatment financing', 'Charged Off', '980.00', '0.00', 640, 95],
  ],
  projects: [IMPLANT, WHITENING],
  invoices: [
    {
      bill: ['HD-2060', 'Implant placement, tooth 19', '2,150.00'],
      days: [-9, 21],
      status: 'DUE',
      project: 'HD-P-31',
    },
    {
      bill: ['HD-2049', 'Night guard, custom fitted', '420.00'],
      days: [-21, 9],
      status: 'PENDING',
      isLinked: true,
      payments: [pendingDebit('420.00', { daysAgo: 1, at: '08:31', by: 'bank' })],
    },
    {
      bill: ['HD-1955', 'Emergency visit, weekend', '310.00'],
      description: 'Disputed: the visit was billed twice',
      days: [-84, -54],
      status: 'DISPUTED',
      isLinked: true,
    },
    {
      bill: ['HD-1702', 'Root canal, tooth 30', '980.00'],
      days: [-275, -245],
      status: 'DEFAULTED',
      contract: 'HD-K-199',
      payments: [declined('980.00', { daysAgo: 230, at: '09:10', by: 'master' })],
    },
    {
      bill: ['HD-1611', 'Clear aligner treatment', '2,400.00'],
      days: [-430, -400],
      status: 'PAYMENT_PLAN_COLLECTED',
      contract: 'HD-K-240',
      plan: { count: 6, startedDaysAgo: 420, paidCount: 6, by: 'bank' },
    },
    ...settled(
      ['HD-1921', 'Surgical guide and planning', '480.00', 139, 'master', 'HD-P-31'],
      ['HD-1398', 'Hygiene visit', '155.00', 520, 'bank'],
      ['HD-1201', 'Composite filling, tooth 3', '270.00', 705, 'master'],
    ),
  ],
};

const PRIYA: DemoCustomer = {
  name: ['Priya', 'Nair'],
  ref: 'HDG-10458',
  bornOn: '1992-07-26',
  email: 'priya.nair@example.com',
  phone: '+12075550118',
  methods: [
    ['amex', 'card', 'amex', '0005'],
    ['entered', 'card', 'visa', '5100', 'link'],
    ['bank', 'ach', '', '2207'],
  ],
  contracts: [
    ['HD-K-305', 'Membership plan', 'Draft', '348.00', '0.00', 3],
    ['HD-K-270', 'Treatment financing', 'Accelerated', '1,480.00', '0.00', 340, 60],
    ['HD-K-222', 'Membership plan', 'Canceled', '312.00', '52.00', 520],
  ],
  projects: [GUM_CARE, REHABILITATION, WISDOM_TEETH],
  invoices: [
    {
      bill: ['HD-1966', 'Periodontal therapy, four quadrants', '1,480.00'],
      description: 'We offer to settle this invoice for $1,110.00',
      days: [-125, -95],
      status: 'IN_COLLECTION',
      negotiatedTo: '1,110.00',
      project: 'HD-P-34',
      contract: 'HD-K-270',
    },
    { bill: ['HD-2062', 'Diagnostic imaging', '195.00'], days: [-2, 28], status: 'DRAFT' },
    { bill: ['HD-2055', 'Hygiene visit', '160.00'], days: [-24, 6], status: 'DUE' },
    {
      bill: ['HD-1833', 'Porcelain inlay, tooth 4', '640.00'],
      days: [-190, -160],
      status: 'COLLECTED',
      payments: [
        returned('640.00', { daysAgo: 171, at: '21:12', by: 'bank' }),
        paid('640.00', { daysAgo: 163, at: '13:40', by: 'amex' }),
      ],
    },
    {
      bill: ['HD-1640', 'Root canal, tooth 12', '1,260.00'],
      days: [-360, -330],
      status: 'COLLECTED',
      negotiatedTo: '945.00',
      payments: [
        paid('945.00', { daysAgo: 250, at: '15:05', by: 'amex' }),
        paid('315.00', { daysAgo: 250, at: '15:06', by: 'negotiation' }),
      ],
    },
    ...settled(
      ['HD-1479', 'Removal of two wisdom teeth', '780.00', 455, 'amex', 'HD-P-18'],
      ['HD-1266', 'New patient examination', '240.00', 640, 'cash'],
    ),
  ],
};

export const harbor: DemoCompanyMaker = (sandboxUrl) => ({
  domain: 'harbor',
  name: 'Harbor Dental',
  dba: null,
  legalName: 'Harbor Dental Group LLC',
  address: '48 Wharf Street, Suite 2\nPortland, ME 04101',
  supportEmail: 'billing@harbordental.example',
  supportPhone: '+12075550100',
  mainColor: '#0f766e',
  secondaryColor: '#134e4a',
  timeZone: 'America/New_York',
  processor: 'payengine',
  stripeId: null,
  processorData: {
    publicKey: 'pk_test_sandbox_harbor',
    scriptUrl: `${sandboxUrl}/payengine/js/1.0.0/securefields.min.js`,
    merchantId: 'mer_sandbox_harbor',
    settings: {},
  },
  tokenPrefix: 'tok_sandbox',
  secrets: { processorKey: 'sk_test_sandbox_harbor', webhookSecret: 'whsec_sandbox_harbor' },
  rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
  feeSettings: { card: 300, cardFixed: usd('0.30'), ach: 80, achFixed: ZERO },
  isFeePayerCompany: false,
  preference: {
    isContractsVisible: false,
    feeSettings: null,
    isFeePayerCompany: null,
    maxInstallments: 6,
    isIncreasedInstallmentsActive: false,
    maxIncreasedInstallments: 12,
    increasedInstallmentsAmount: usd('3,000.00'),
    maxExtensionDays: 30,
  },
  joinedDaysAgo: 800,
  customers: [MAYA, OMAR, PRIYA],
});
