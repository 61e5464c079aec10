/** For tests only: one company, customer and invoice as the server would send them. */

import { type Company, companySchema } from '@quittance/contract/companies/portal-schemas';
import {
  type PublicInvoice,
  publicInvoiceSchema,
} from '@quittance/contract/invoices/portal-schemas';
import { cents } from '@quittance/contract/money';
import {
  type FullSubmitBody,
  fullSubmitBodySchema,
  type RequestStatusAnswer,
  requestStatusAnswerSchema,
  type SubmitAnswer,
  submitAnswerSchema,
} from '@quittance/contract/payments/portal-schemas';
import type { PaymentStatus, ProcessingStatus } from '@quittance/contract/vocabulary';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { completeStore } from '../src/portal/store/full-store.ts';
import { createAppStore } from '../src/portal/store/store.ts';
import { createFakeNetwork } from './fake-network.ts';

export const LINK = { company: 'harbor', token: 'abcdefghijklmnopqrstuvwxyz234567' };
export const REQUEST_ID = '0b9f6f3e-9a8c-4a55-8a57-1f2b3c4d5e6f';
export const PAYMENT_ID = '5f0c8f0a-3d5e-4a0e-9c43-0a6b8f7e2d11';

const FEE_SETTINGS = { card: 290, ach: 80, cardFixed: 30, achFixed: 0 };

export function company(changes: Partial<Record<keyof Company, unknown>> = {}): Company {
  return companySchema.parse({
    name: 'Harbor Dental',
    dba: null,
    legalName: 'Harbor Dental Group LLC',
    logoUrl: null,
    iconUrl: null,
    supportEmail: null,
    supportPhone: null,
    domain: 'harbor',
    mainColor: '#0f766e',
    secondaryColor: '#134e4a',
    palette: brandPalette({ mainColor: '#0f766e', secondaryColor: '#134e4a' }),
    processor: 'payengine',
    processorData: {
      publicKey: 'pk_test_harbor',
      scriptUrl: 'http://localhost:4010/payengine/js/1.0.0/securefields.min.js',
      merchantId: 'harbor',
      settings: {},
    },
    stripeId: null,
    rules: { availablePaymentOptions: [], restrictedPaymentMethods: [] },
    feeSettings: FEE_SETTINGS,
    isFeePayerCompany: false,
    preference: {
      isContractsVisible: false,
      feeSettings: null,
      isFeePayerCompany: null,
      maxInstallments: 6,
      isIncreasedInstallmentsActive: false,
      maxIncreasedInstallments: 12,
      increasedInstallmentsAmount: 500_000,
      maxExtensionDays: 30,
    },
    timeZone: 'America/New_York',
    utcOffsets: [],
    isDemo: false,
    ...changes,
  });
}

const PAYABLE = {
  isPayable: true,
  isProcessing: false,
  amount: 10_000,
  options: ['PAY_IN_FULL', 'PAYMENT_PLAN', 'PAYMENT_EXTENSION'],
  kinds: ['card', 'ach'],
  fees: {
    card: { fee: 320, feePercentage: 290, feeFixed: 30 },
    ach: { fee: 80, feePercentage: 80, feeFixed: 0 },
  },
};

export const PAID = {
  status: 'COLLECTED',
  paidBalance: 10_000,
  payable: { ...PAYABLE, isPayable: false, amount: 0, options: [], kinds: [] },
} as const;
export const PROCESSING = {
  status: 'PENDING',
  payable: { ...PAYABLE, isPayable: false, isProcessing: true, options: [], kinds: [] },
} as const;

type InvoiceChanges = Partial<Record<keyof PublicInvoice, unknown>>;

export function invoice(changes: InvoiceChanges = {}): PublicInvoice {
  return publicInvoiceSchema.parse({
    accountRef: 'HD-2041',
    requestId: REQUEST_ID,
    productName: 'Crown restoration, tooth 14',
    description: null,
    totalBalance: 10_000,
    paidBalance: 0,
    refundedBalance: 0,
    creditedBalance: 0,
    dueDate: '2026-10-30',
    openedAt: '2026-09-30',
    lines: [],
    attachments: [],
    tax: 0,
    poNumber: null,
    note: null,
    status: 'IN_COLLECTION',
    project: null,
    contract: null,
    negotiation: null,
    paymentScheduledAt: null,
    schedule: null,
    plan: null,
    attachedPaymentMethod: null,
    installments: [],
    payable: PAYABLE,
    today: '2026-11-15',
    version: 1,
    ...changes,
  });
}

export const payable = (amount: number, cardFee: number) => ({
  ...PAYABLE,
  amount,
  fees: { ...PAYABLE.fees, card: { ...PAYABLE.fees.card, fee: cardFee } },
});

export function submitAnswer(changes: Partial<SubmitAnswer> = {}): SubmitAnswer {
  return submitAnswerSchema.parse({
    success: true,
    message: 'Payment successful',
    paymentId: PAYMENT_ID,
    status: 'SUCCESS',
    isThreeDSActionRequired: false,
    ...changes,
  });
}

type StatusChanges = Partial<NonNullable<RequestStatusAnswer['payment']>>;

export function debitAnswer(): RequestStatusAnswer {
  const method = { id: null, type: 'ach', brand: null, last4: '6789' } as const;
  const answer = statusAnswer({ status: 'PENDING', fee: cents(80), method });
  return { ...answer, paymentProcessingStatus: 'pending' };
}

const PROCESSING_STATUS_OF = {
  SUCCESS: 'success',
  PENDING: 'in_progress',
  FAILED: 'error',
  RETURN: 'error',
} as const satisfies Record<PaymentStatus, ProcessingStatus>;

export function statusAnswer(changes: StatusChanges | null = {}): RequestStatusAnswer {
  const payment = changes && {
    id: PAYMENT_ID,
    status: 'SUCCESS',
    amount: 10_000,
    fee: 320,
    method: { id: null, type: 'card', brand: 'visa', last4: '4242' },
    createdAt: '2026-11-15T19:31:00.000Z',
    responseMessage: null,
    isActionRequired: false,
    challenge: null,
    debit: null,
    refund: null,
    ...changes,
  };
  return requestStatusAnswerSchema.parse({
    success: true,
    paymentProcessingStatus: payment ? PROCESSING_STATUS_OF[changes.status ?? 'SUCCESS'] : 'idle',
    payment,
  });
}

export const QUOTE = { amount: cents(10_000), fee: cents(320) };

export const SUBMIT_BODY: FullSubmitBody = fullSubmitBodySchema.parse({
  processor: 'payengine',
  paymentInfo: { paymentType: 'card', token: 'card_sandbox_1' },
  quote: QUOTE,
});

/** The customer area needs the complete store; a link opens without it. */
export function createWorld({ isComplete = true, documentVersion = 'version' } = {}) {
  const network = createFakeNetwork();
  sessionStorage.clear();
  /** The page as after a reload: everything but the storage of the tab is new. */
  const openPage = () => {
    const page = createAppStore({
      fetch: network.fetch,
      storage: () => sessionStorage,
      randomness: crypto,
      documentVersion,
    });
    if (isComplete) page.dispatch(completeStore());
    return page;
  };
  const store = openPage();
  const serve = (path: string, body: object): void =>
    network.answer(`GET /api/portal/${path}`, { body });
  const serveInvoice = (changes: InvoiceChanges = {}): void =>
    serve('public/account/', { success: true, account: invoice(changes) });
  serve('public/company/', { success: true, company: company() });
  serve('public/debtor/', { success: true, debtor: { firstName: 'Maya' } });
  serve('public/invoice-transactions/', { success: true, transactions: [] });
  serveInvoice();
  const calls = (request: string): number =>
    network.sent.filter(({ method, path }) => `${method} ${path}`.startsWith(request)).length;
  return { network, store, openPage, serve, serveInvoice, calls };
}

export type World = ReturnType<typeof createWorld>;
