import { describe, expect, it } from 'vitest';
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
    [
      'payment method types',
      METHOD_TYPES,
      'CARD, CASH, ACH, NEGOTIATION, CHECK, WIRE, MONEY_ORDER, OTHER, CREDIT_NOTE, CREDIT, WRITE_OFF, UNCOLLECTIBLE',
    ],
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
    [
      'invoice statuses',
      INVOICE_STATUSES,
      'IN_COLLECTION, PENDING, COLLECTED, DEFAULTED, PAYMENT_PLAN_IN_PROGRESS, PAYMENT_PLAN_COLLECTED, PAYMENT_EXTENSION, DISPUTED, DUE, DRAFT',
    ],
    [
      'popups (product §2)',
      POPUP_NAMES,
      'PAY, CHANGE_PM, CONFIRM, REMOVE_PAYMENT_METHOD, BURGER_MENU, TOOLTIP',
    ],
    ['confirmations', CONFIRM_TYPES, 'cancelScheduledPayment, cancelPaymentPlan'],
    [
      'processing statuses (product §4), and one of our own for a decline',
      PROCESSING_STATUSES,
      'idle, pending, in_progress, success, payment_scheduled, error',
    ],
  ] as const)('the enumeration of %s has exactly the listed values', (_, values, text) => {
    expect(values.join(', ')).toBe(text);
  });
});
