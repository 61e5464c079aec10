/**
 * Types and helpers of the demo data (harbor.ts, northwind.ts, summit.ts, showroom.ts). Days are relative to today,
 * and amounts are dollar strings. The write-*.ts files turn the data into rows.
 */

import type {
  CompanyRules,
  FeeSettings,
  Preference,
  ProcessorData,
} from '@quittance/contract/companies/portal-schemas';
import { type Cents, dollarsToCents } from '@quittance/contract/money';
import type {
  ChargeKind,
  ContractStatus,
  EstimateStatus,
  InvoiceStatus,
  PaymentStatus,
  ProcessorName,
  ProjectStatus,
} from '@quittance/contract/vocabulary';
import { DECLINE_TEXTS } from '@quittance/domain/dunning/decline-texts';
import { invariant } from '@quittance/domain/invariant';

/** '1,840.00' */
export type Dollars = string;

export function usd(text: Dollars): Cents {
  const amount = dollarsToCents(text);
  invariant(amount !== null, `${text} is an amount of dollars and cents`);
  return amount;
}

export type ManualMethod = 'cash' | 'negotiation';

export type DemoMoment = { daysAgo: number; at: string; by: string };

export type DemoPayment = DemoMoment & {
  amount: Dollars;
  outcome: PaymentStatus;
  reason?: readonly [code: string, message: string];
};

export function paid(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'SUCCESS' };
}

export function declined(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'FAILED', reason: ['51', DECLINE_TEXTS.insufficientFunds] };
}

export function returned(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'RETURN', reason: ['R01', 'Insufficient funds'] };
}

export function pendingDebit(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'PENDING' };
}

export type DemoDays = readonly [issued: number, due: number];

export type DemoInvoice = {
  bill: readonly [ref: string, product: string, total: Dollars];
  days: DemoDays;
  status: InvoiceStatus;
  description?: string;
  lines?: readonly (readonly [text: string, quantity: number, unitPrice: Dollars])[];
  poNumber?: string;
  payments?: readonly DemoPayment[];
  attached?: string;
  project?: string;
  contract?: string;
  negotiatedTo?: Dollars;
  /** A plan for the balance that remains after `payments`. The first `paidCount` installments are paid. */
  plan?: { count: number; startedDaysAgo: number; paidCount: number; by: string };
  schedule?: { inDays: number; by: string };
  isLinked?: true;
  /** The invoice is written as open, and live-stories.ts continues it. */
  told?: { daysAgo: number; story: DemoStory };
};

export type DemoStory =
  | 'paid'
  | 'debited'
  | 'returned'
  | 'returnedThenPaid'
  | 'refunded'
  | 'partlyRefunded'
  | 'planned'
  | 'asked'
  | 'disputed'
  | 'chargedBack'
  | 'chargebackWon';

type PastInvoice = readonly [
  ref: string,
  product: string,
  total: Dollars,
  issuedDaysAgo: number,
  by: string,
  project?: string,
];

const DAYS_TO_PAY = 30;
const USUALLY_PAID_AFTER_DAYS = 9;

export function settled(...past: readonly PastInvoice[]): DemoInvoice[] {
  return past.map(([ref, product, total, issuedDaysAgo, by, project]) => ({
    bill: [ref, product, total],
    days: [-issuedDaysAgo, DAYS_TO_PAY - issuedDaysAgo],
    status: 'COLLECTED',
    payments: [paid(total, { daysAgo: issuedDaysAgo - USUALLY_PAID_AFTER_DAYS, at: '11:24', by })],
    ...(project ? { project } : {}),
  }));
}

/**
 * Payments refer to the method by key. Bank accounts have an empty brand. A method entered through a link is not
 * saved (R18).
 */
export type DemoMethod = readonly [
  key: string,
  kind: ChargeKind,
  brand: string,
  last4: string,
  enteredThrough?: 'link',
];

/** `turnedDaysAgo` is when the contract was accelerated or charged off. */
export type DemoContract = readonly [
  ref: string,
  type: string,
  status: ContractStatus,
  amount: Dollars,
  paid: Dollars,
  signedDaysAgo: number,
  turnedDaysAgo?: number,
];

export type DemoOrder = readonly [
  ref: string,
  name: string,
  status: ProjectStatus,
  total: Dollars,
  paid: Dollars,
];

export type DemoEstimate = {
  ref: string;
  memo: string;
  status: EstimateStatus;
  expiresInDays: number;
  items: readonly (readonly [name: string, amount: Dollars])[];
};

export type DemoProject = {
  ref: string;
  name: string;
  status: ProjectStatus;
  startedDaysAgo: number;
  orders: readonly DemoOrder[];
  estimates: readonly DemoEstimate[];
};

export type DemoCustomer = {
  name: readonly [first: string, last: string];
  ref: string;
  bornOn: string;
  email: string;
  phone: string;
  methods: readonly DemoMethod[];
  autoPayBy?: string;
  contracts: readonly DemoContract[];
  projects: readonly DemoProject[];
  invoices: readonly DemoInvoice[];
};

export type DemoCompany = {
  domain: string;
  name: string;
  dba: string | null;
  legalName: string;
  address: string;
  supportEmail: string;
  supportPhone: string;
  logo?: string;
  mainColor: string;
  secondaryColor: string;
  timeZone: string;
  /** A demo company can be viewed but not changed (R51). */
  isDemo?: true;
  processor: ProcessorName;
  stripeId: string | null;
  processorData: ProcessorData;
  /** Begins the tokens of the customers' saved methods, which exist in the sandbox from the start. */
  tokenPrefix: string;
  secrets: { processorKey: string; webhookSecret: string };
  rules: CompanyRules;
  feeSettings: FeeSettings;
  isFeePayerCompany: boolean;
  preference: Preference;
  joinedDaysAgo: number;
  customers: readonly DemoCustomer[];
};

/** A function of the URL, because the browser loads the processors' scripts from the sandbox. */
export type DemoCompanyMaker = (sandboxUrl: string) => DemoCompany;
