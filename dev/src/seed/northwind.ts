/** Northwind Builders, contractors in Minnesota who take payments through Stripe. */
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
import { DECK, GARAGE, KITCHEN, ROOF, STOREFRONT } from './northwind-projects.ts';

const GRACE: DemoCustomer = {
  name: ['Grace', 'Okafor'],
  ref: 'NWB-2201',
  bornOn: '1981-02-19',
  email: 'grace.okafor@example.com',
  phone: '+13125550134',
  methods: [
    ['visa', 'card', 'visa', '1881'],
    ['bank', 'ach', '', '4310'],
  ],
  contracts: [
    ['NW-K-118', 'Construction contract', 'Active', '31,770.00', '11,050.00', 140],
    ['NW-K-125', 'Design agreement', 'Draft', '1,500.00', '0.00', 5],
    ['NW-K-090', 'Warranty agreement', 'Canceled', '960.00', '240.00', 510],
  ],
  projects: [KITCHEN, DECK],
  invoices: [
    {
      bill: ['NW-1183', 'Cabinets and countertops', '7,300.00'],
      description: 'Cabinets and countertops, due on delivery',
      lines: [
        ['Shaker cabinets, maple', 12, '385.00'],
        ['Quartz countertop, square feet', 42.5, '58.00'],
        ['Delivery', 1, '215.00'],
      ],
      poNumber: 'K-118-3',
      days: [-12, 18],
      status: 'DUE',
      project: 'NW-P-118',
      contract: 'NW-K-118',
    },
    {
      bill: ['NW-1179', 'Structural engineering', '1,850.00'],
      description: 'Beam calculation and stamped drawings',
      days: [-52, -22],
      status: 'IN_COLLECTION',
      attached: 'visa',
      project: 'NW-P-118',
      payments: [declined('1,850.00', { daysAgo: 20, at: '17:48', by: 'visa' })],
    },
    {
      bill: ['NW-1164', 'Window order', '8,640.00'],
      description: 'Eleven double-hung windows',
      days: [-150, -120],
      status: 'PAYMENT_PLAN_IN_PROGRESS',
      project: 'NW-P-118',
      plan: { count: 6, startedDaysAgo: 75, paidCount: 3, by: 'bank' },
    },
    {
      bill: ['NW-1190', 'Deck design and permit', '1,240.00'],
      days: [-3, 27],
      status: 'DRAFT',
      project: 'NW-P-125',
    },
    ...settled(
      ['NW-1171', 'Rough plumbing and electrical', '6,850.00', 76, 'bank', 'NW-P-118'],
      ['NW-1158', 'Demolition and disposal', '4,200.00', 121, 'visa', 'NW-P-118'],
      ['NW-1002', 'Gutter repair', '640.00', 388, 'visa'],
      ['NW-0911', 'Basement waterproofing', '5,900.00', 540, 'bank'],
      ['NW-0807', 'Porch steps', '1,420.00', 716, 'visa'],
    ),
  ],
};

const DANIEL: DemoCustomer = {
  name: ['Daniel', 'Reyes'],
  ref: 'NWB-2214',
  bornOn: '1969-09-30',
  email: 'daniel.reyes@example.com',
  phone: '+13125550191',
  methods: [
    ['master', 'card', 'mastercard', '8210'],
    ['entered', 'card', 'visa', '5100', 'link'],
    ['bank', 'ach', '', '7742'],
  ],
  contracts: [
    ['NW-K-101', 'Construction contract', 'Paid Off', '12,480.00', '12,480.00', 450],
    ['NW-K-121', 'Construction contract', 'Delinquent', '26,650.00', '0.00', 80],
    ['NW-K-084', 'Financing agreement', 'Charged Off', '2,760.00', '0.00', 610, 130],
  ],
  projects: [ROOF, GARAGE],
  invoices: [
    {
      bill: ['NW-1186', 'Concrete slab', '7,300.00'],
      description: 'Excavation, gravel base and reinforced slab',
      days: [-33, -3],
      status: 'PENDING',
      project: 'NW-P-121',
      isLinked: true,
      payments: [pendingDebit('7,300.00', { daysAgo: 1, at: '07:55', by: 'bank' })],
    },
    {
      bill: ['NW-1176', 'Soil report', '890.00'],
      days: [-48, -18],
      status: 'PAYMENT_EXTENSION',
      project: 'NW-P-121',
      schedule: { inDays: 12, by: 'master' },
    },
    {
      bill: ['NW-0976', 'Fence along the west side', '2,760.00'],
      days: [-400, -370],
      status: 'DEFAULTED',
      contract: 'NW-K-084',
      payments: [returned('2,760.00', { daysAgo: 345, at: '10:20', by: 'bank' })],
    },
    {
      bill: ['NW-0958', 'Roof replacement, balance', '9,480.00'],
      days: [-425, -395],
      status: 'PAYMENT_PLAN_COLLECTED',
      project: 'NW-P-101',
      contract: 'NW-K-101',
      plan: { count: 9, startedDaysAgo: 405, paidCount: 9, by: 'master' },
    },
    ...settled(
      ['NW-0940', 'Roof replacement, deposit', '3,000.00', 441, 'bank', 'NW-P-101'],
      ['NW-0822', 'Chimney flashing', '780.00', 690, 'master'],
    ),
  ],
};

const HANNA: DemoCustomer = {
  name: ['Hanna', 'Virtanen'],
  ref: 'NWB-2230',
  bornOn: '1985-12-08',
  email: 'hanna.virtanen@example.com',
  phone: '+13125550167',
  methods: [
    ['visa', 'card', 'visa', '0341'],
    ['bank', 'ach', '', '9055'],
  ],
  contracts: [
    ['NW-K-109', 'Design agreement', 'Accelerated', '3,400.00', '1,700.00', 305, 40],
    ['NW-K-122', 'Maintenance agreement', 'Active', '1,200.00', '600.00', 190],
  ],
  projects: [STOREFRONT],
  invoices: [
    {
      bill: ['NW-1167', 'Storefront design, second half', '1,700.00'],
      description: 'Disputed: the project was canceled before the drawings were final',
      days: [-118, -88],
      status: 'DISPUTED',
      project: 'NW-P-109',
      contract: 'NW-K-109',
      isLinked: true,
    },
    {
      bill: ['NW-1152', 'Emergency board-up', '1,360.00'],
      description: 'We offer to settle this invoice for $1,020.00',
      days: [-160, -130],
      status: 'IN_COLLECTION',
      negotiatedTo: '1,020.00',
    },
    { bill: ['NW-1188', 'Quarterly maintenance', '300.00'], days: [-6, 24], status: 'DUE' },
    {
      bill: ['NW-1120', 'Storefront design, first half', '1,700.00'],
      days: [-290, -260],
      status: 'COLLECTED',
      project: 'NW-P-109',
      contract: 'NW-K-109',
      payments: [
        returned('1,700.00', { daysAgo: 276, at: '09:31', by: 'bank' }),
        paid('1,700.00', { daysAgo: 262, at: '16:04', by: 'visa' }),
      ],
    },
    ...settled(
      ['NW-1160', 'Quarterly maintenance', '300.00', 96, 'visa'],
      ['NW-1101', 'Quarterly maintenance', '300.00', 187, 'visa'],
      ['NW-0990', 'Drywall and paint', '2,240.00', 395, 'bank'],
      ['NW-0833', 'Office partition walls', '6,120.00', 672, 'bank'],
    ),
  ],
};

/** The company's own fee terms are outdated. Payers pay according to the preference. */
export const northwind: DemoCompanyMaker = (sandboxUrl) => ({
  domain: 'northwind',
  name: 'Northwind Builders',
  dba: 'Northwind Builders & Remodeling',
  legalName: 'Northwind Construction Services Inc.',
  address: '1200 Timber Road\nMinneapolis, MN 55401',
  supportEmail: 'accounts@northwind.example',
  supportPhone: '+16125550100',
  mainColor: '#f5b50a',
  secondaryColor: '#1f2937',
  timeZone: 'America/Chicago',
  processor: 'stripe',
  stripeId: 'acct_sandbox_northwind',
  processorData: {
    publicKey: 'pk_test_sandbox_northwind',
    scriptUrl: `${sandboxUrl}/stripe/endive/stripe.js`,
    merchantId: null,
    settings: {},
  },
  tokenPrefix: 'pm_sandbox',
  secrets: { processorKey: 'sk_test_sandbox_northwind', webhookSecret: 'whsec_sandbox_northwind' },
  rules: {
    availablePaymentOptions: [],
    restrictedPaymentMethods: ['CASH'],
    isOwnAmountAllowed: true,
  },
  feeSettings: { card: 350, cardFixed: usd('0.30'), ach: 100, achFixed: usd('0.50') },
  isFeePayerCompany: false,
  preference: {
    isContractsVisible: true,
    feeSettings: { card: 290, cardFixed: usd('0.30'), ach: 50, achFixed: usd('0.25') },
    isFeePayerCompany: null,
    maxInstallments: 4,
    isIncreasedInstallmentsActive: true,
    maxIncreasedInstallments: 12,
    increasedInstallmentsAmount: usd('5,000.00'),
    maxExtensionDays: 45,
  },
  joinedDaysAgo: 820,
  customers: [GRACE, DANIEL, HANNA],
});
