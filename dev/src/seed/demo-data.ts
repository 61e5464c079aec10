/**
 * The words in which a demonstration company is written down (harbor.ts, northwind.ts, summit.ts):
 * days are counted from today, money is text as people write it. The write-*.ts files turn them
 * into rows; nothing here reads the clock or the database.
 */
import type {
  CompanyRules,
  FeeSettings,
  Preference,
  ProcessorData,
} from '@quittance/contract/company';
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
import { invariant } from '@quittance/domain/invariant';

/** '1,840.00' */
export type Dollars = string;

export function usd(text: Dollars): Cents {
  const amount = dollarsToCents(text);
  invariant(amount !== null, `${text} is an amount of dollars and cents`);
  return amount;
}

/** Paid at the counter, or written off by agreement: no processor took part. */
export type ManualWay = 'cash' | 'negotiation';

/** When, at what local time, and with which of the customer's methods (by its key). */
export type DemoMoment = { daysAgo: number; at: string; by: string };

export type DemoPayment = DemoMoment & {
  amount: Dollars;
  outcome: PaymentStatus;
  /** The processor's code and words, where it did not succeed. */
  reason?: readonly [code: string, message: string];
};

export function paid(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'SUCCESS' };
}

export function declined(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'FAILED', reason: ['51', 'Insufficient funds'] };
}

/** A bank debit that came back three days after it seemed to have worked. */
export function returned(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'RETURN', reason: ['R01', 'Insufficient funds'] };
}

/** A bank debit on its way. */
export function underway(amount: Dollars, moment: DemoMoment): DemoPayment {
  return { ...moment, amount, outcome: 'PENDING' };
}

/** Days from today on which it was issued and is due: past ones are negative. */
export type DemoDays = readonly [issued: number, due: number];

export type DemoInvoice = {
  bill: readonly [ref: string, product: string, total: Dollars];
  days: DemoDays;
  status: InvoiceStatus;
  description?: string;
  payments?: readonly DemoPayment[];
  /** The method that is attached to the invoice. */
  attached?: string;
  project?: string;
  contract?: string;
  /** An offer to settle for this much; applied once a waiver is among the payments. */
  negotiatedTo?: Dollars;
  /** What is left after `payments`, in parts; the first `paidCount` of them are paid. */
  plan?: { count: number; startedDaysAgo: number; paidCount: number; by: string };
  schedule?: { inDays: number; by: string };
  /** A public link although there is nothing to pay. */
  isLinked?: true;
};

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

/** Invoices of the past, each paid at once some days after it came. */
export function settled(...past: readonly PastInvoice[]): DemoInvoice[] {
  return past.map(([ref, product, total, issuedDaysAgo, by, project]) => ({
    bill: [ref, product, total],
    days: [-issuedDaysAgo, DAYS_TO_PAY - issuedDaysAgo],
    status: 'COLLECTED',
    payments: [paid(total, { daysAgo: issuedDaysAgo - USUALLY_PAID_AFTER_DAYS, at: '11:24', by })],
    ...(project ? { project } : {}),
  }));
}

/** The key is how payments name it; the brand is empty for a bank account. */
export type DemoMethod = readonly [key: string, kind: ChargeKind, brand: string, last4: string];

/** The last number: days ago when it was accelerated or charged off. */
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
  /** The method that auto-pay charges; absent: auto-pay is off. */
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
  /** Lines, as on a receipt. */
  address: string;
  mainColor: string;
  secondaryColor: string;
  timeZone: string;
  processor: ProcessorName;
  stripeId: string | null;
  processorData: ProcessorData;
  /** Known to the sandbox; sealed before they are stored. */
  secrets: { processorKey: string; webhookSecret: string };
  rules: CompanyRules;
  feeSettings: FeeSettings;
  isFeePayerCompany: boolean;
  preference: Preference;
  joinedDaysAgo: number;
  customers: readonly DemoCustomer[];
};

/** Where the processors' sandbox runs: the browser loads its scripts from there. */
export type DemoCompanyMaker = (sandboxUrl: string) => DemoCompany;
