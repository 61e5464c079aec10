import { describe, expect, it } from 'vitest';
import {
  CONTRACT_STATUS_LABELS,
  ESTIMATE_STATUS_LABELS,
  INVOICE_STATUS_LABELS,
  PAYMENT_STATUS_LABELS,
  PROJECT_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from './texts/en/labels.ts';
import {
  ACH_ACCOUNT_TYPES,
  ACH_HOLDERS,
  ACH_KINDS,
  CONFIRM_TYPES,
  CONTACT_TYPES,
  CONTRACT_STATUSES,
  ESTIMATE_STATUSES,
  INSTALLMENT_STATUSES,
  INVOICE_STATUSES,
  METHOD_TYPES,
  PAYMENT_OPTIONS,
  PAYMENT_STATUSES,
  POPUP_NAMES,
  POPUP_PURPOSES,
  PROCESSING_STATUSES,
  PROCESSORS,
  PROJECT_STATUSES,
  PURPOSES,
  REQUEST_TYPES,
  SOURCE_TYPES,
  TRANSACTION_TYPES,
} from './vocabulary.ts';

/** 'A, B' as the product writes its lists. */
function listed(values: readonly string[]): string {
  return values.join(', ');
}

describe('Enumerations (product §3)', () => {
  it.each([
    [
      'payment request types',
      REQUEST_TYPES,
      'FULL_PAYMENT, SCHEDULE_PAYMENT, PPLAN, CHANGE_PAYMENT, ADD_PAYMENT_METHOD',
    ],
    [
      'payment purposes',
      PURPOSES,
      'FULL_AMOUNT, OWN_AMOUNT, PLAN, EXTENSION, PARTIAL, ESTIMATE, INVOICES',
    ],
    [
      'purposes of popups',
      POPUP_PURPOSES,
      'FULL_AMOUNT, OWN_AMOUNT, PLAN, EXTENSION, PARTIAL, ESTIMATE, INVOICES, ADD_PM, CHANGE_PM',
    ],
    ['payment options', PAYMENT_OPTIONS, 'PAY_IN_FULL, PAYMENT_PLAN, PAYMENT_EXTENSION'],
    [
      'ACH account types',
      ACH_ACCOUNT_TYPES,
      'PERSONAL_CHECKING, PERSONAL_SAVINGS, BUSINESS_CHECKING, BUSINESS_SAVINGS',
    ],
    ['kinds of bank account', ACH_KINDS, 'CHECKING, SAVINGS'],
    ['holders of bank accounts', ACH_HOLDERS, 'PERSONAL, BUSINESS'],
    ['payment method types', METHOD_TYPES, 'CARD, CASH, ACH, NEGOTIATION'],
    ['transaction types', TRANSACTION_TYPES, 'CHARGE, PAYMENT, COMPENSATION, RETURN, AUTH'],
    ['payment statuses', PAYMENT_STATUSES, 'SUCCESS, FAILED, PENDING, RETURN'],
    ['project and order statuses', PROJECT_STATUSES, 'Draft, Open, Closed, In Progress, Canceled'],
    [
      'estimate statuses',
      ESTIMATE_STATUSES,
      'Draft, Open, Pending billing, Processed, Expired, Canceled',
    ],
    [
      'contract statuses',
      CONTRACT_STATUSES,
      'Draft, Active, Paid Off, Delinquent, Accelerated, Charged Off, Canceled',
    ],
    ['contact types', CONTACT_TYPES, 'EMAIL, PHONE'],
    ['payment providers', PROCESSORS, 'stripe, payengine, fiserv'],
    ['source types', SOURCE_TYPES, 'PaymentCard, PaymentCheck, PaymentToken'],
    [
      'installment statuses (R13)',
      INSTALLMENT_STATUSES,
      'OPEN, PENDING, SUCCESS, FAILED, CANCELED',
    ],
  ] as const)('has these %s', (_, values, text) => {
    expect(listed(values)).toBe(text);
  });

  it('has these invoice statuses', () => {
    expect(INVOICE_STATUSES).toEqual([
      'IN_COLLECTION',
      'PENDING',
      'COLLECTED',
      'DEFAULTED',
      'PAYMENT_PLAN_IN_PROGRESS',
      'PAYMENT_PLAN_COLLECTED',
      'PAYMENT_EXTENSION',
      'DISPUTED',
      'DUE',
      'DRAFT',
    ]);
  });

  it('has these popups and confirmations (product §2)', () => {
    expect(listed(POPUP_NAMES)).toBe(
      'PAY, CHANGE_PM, CONFIRM, REMOVE_PAYMENT_METHOD, BURGER_MENU, TOOLTIP',
    );
    expect(listed(CONFIRM_TYPES)).toBe('cancelScheduledPayment, cancelPaymentPlan');
  });

  it('has the processing statuses of product §4 and one of our own for a decline', () => {
    expect(listed(PROCESSING_STATUSES)).toBe(
      'idle, pending, in_progress, success, payment_scheduled, error',
    );
  });
});

describe('Badge labels (product §4)', () => {
  it('invoice statuses have these labels', () => {
    expect(INVOICE_STATUS_LABELS).toEqual({
      IN_COLLECTION: 'Overdue',
      DUE: 'Open',
      COLLECTED: 'Paid',
      PAYMENT_EXTENSION: 'Scheduled',
      PAYMENT_PLAN_IN_PROGRESS: 'Payment plan',
      PAYMENT_PLAN_COLLECTED: 'Paid',
      DISPUTED: 'Disputed',
      DRAFT: 'Draft',
      DEFAULTED: 'Uncollectible',
      PENDING: 'Pending',
    });
  });

  it('project statuses have these labels', () => {
    expect(PROJECT_STATUS_LABELS).toEqual({
      Draft: 'Draft',
      Open: 'Open',
      'In Progress': 'In progress',
      Closed: 'Closed',
      Canceled: 'Closed',
    });
  });

  it('estimate statuses have these labels', () => {
    expect(ESTIMATE_STATUS_LABELS).toEqual({
      Draft: 'Draft',
      Open: 'Open',
      'Pending billing': 'Open',
      Processed: 'Accepted',
      Expired: 'Expired',
      Canceled: 'Expired',
    });
  });

  it('payment statuses have these labels', () => {
    expect(PAYMENT_STATUS_LABELS).toEqual({
      SUCCESS: 'Success',
      FAILED: 'Failed',
      PENDING: 'Pending',
      RETURN: 'Return',
    });
  });

  it('contract statuses have these labels', () => {
    expect(CONTRACT_STATUS_LABELS).toEqual({
      Active: 'Active',
      Accelerated: 'Accelerated',
      Delinquent: 'Delinquent',
      'Charged Off': 'Charged Off',
      'Paid Off': 'Paid Off',
      Canceled: 'Canceled',
      Draft: 'Draft',
    });
  });

  it('transaction types have these labels (product §3)', () => {
    expect(TRANSACTION_TYPE_LABELS).toEqual({
      CHARGE: 'Charge',
      PAYMENT: 'Full payment',
      COMPENSATION: 'Compensation',
      RETURN: 'Return',
      AUTH: 'Authorization',
    });
  });
});
