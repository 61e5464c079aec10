/** An example of each event, which a company sends to its endpoint as a test. */
import { instant, isoDate } from '../dates.ts';
import { cents, ZERO } from '../money.ts';
import type { EVENT_FIELDS, EventData } from './event-data.ts';
import { EVENTS_OF, type EventObject, type EventType } from './event-schemas.ts';

const CUSTOMER_ID = 'c1a5d2f4-6a0b-4f1e-9b7d-2c3e4f5a6b70';
const INVOICE_ID = '1e9b7c52-0f4d-4b8a-a6c3-7d8e9f0a1b23';
const PAYMENT_ID = '5b2d8e11-3c4f-4a6b-8d9e-0f1a2b3c4d5e';
const PROJECT_ID = '0b6a4c1d-7e2f-4d3a-9c5b-8f1e2d3c4b5a';
const OTHER_ID = '3f6c1f0a-9f0e-4c8e-8a53-0d6f5a1e7b21';

const AMOUNT = cents(12_000);
const FEE = cents(360);
const AT = instant('2026-11-16T15:04:05.000Z');
const ON = isoDate('2026-12-15');

type Examples = { [Name in EventObject]: EventData<(typeof EVENT_FIELDS)[Name]> };

const OF_CUSTOMER = { id: OTHER_ID, customerId: CUSTOMER_ID };
const OF_INVOICE = { ...OF_CUSTOMER, invoiceId: INVOICE_ID };

const EXAMPLES: Examples = {
  customer: {
    id: CUSTOMER_ID,
    customerRef: 'C-1042',
    externalRef: 'erp-88213',
    isTest: false,
    metadata: { region: 'west' },
  },
  invoice: {
    id: INVOICE_ID,
    customerId: CUSTOMER_ID,
    accountRef: 'INV-2026-0117',
    externalRef: 'erp-90417',
    status: 'DUE',
    total: AMOUNT,
    tax: cents(1000),
    credited: ZERO,
    waived: ZERO,
    paidBefore: ZERO,
    paid: ZERO,
    refunded: ZERO,
    balance: AMOUNT,
    dueDate: ON,
    offer: null,
    voidedAt: null,
    updatedAt: AT,
    metadata: { region: 'west' },
  },
  inquiry: { ...OF_INVOICE, kind: 'QUESTION', answeredAt: null },
  link: { ...OF_INVOICE, requestId: OTHER_ID, expiresAt: null, revokedAt: null },
  partial_request: { ...OF_CUSTOMER, amount: AMOUNT },
  payment: {
    id: PAYMENT_ID,
    customerId: CUSTOMER_ID,
    invoiceId: INVOICE_ID,
    parts: null,
    planId: null,
    scheduleId: null,
    type: 'PAYMENT',
    state: 'SUCCEEDED',
    amount: AMOUNT,
    fee: FEE,
    refunded: ZERO,
    method: 'CARD',
    processor: 'stripe',
    processorReference: 'ch_3Q9aXY2eZvKYlo2C',
    responseCode: null,
    reference: null,
    receivedDate: null,
    metadata: {},
  },
  credit_note: { ...OF_INVOICE, number: 'CN-7', amount: AMOUNT, credit: ZERO },
  credit: { ...OF_INVOICE, amount: AMOUNT },
  refund: {
    id: OTHER_ID,
    paymentId: PAYMENT_ID,
    origin: 'PROVIDER',
    state: 'REQUESTED',
    amount: AMOUNT,
    invoiceId: INVOICE_ID,
    failureReason: null,
  },
  dispute: {
    id: OTHER_ID,
    paymentId: PAYMENT_ID,
    state: 'OPEN',
    amount: AMOUNT,
    code: 'product_not_received',
  },
  plan: { ...OF_INVOICE, state: 'LIVE', amount: AMOUNT, fee: FEE, installments: 4 },
  schedule: { ...OF_INVOICE, state: 'LIVE', amount: AMOUNT, fee: FEE, chargeOn: ON },
  method: { ...OF_CUSTOMER, kind: 'card', state: 'active', processor: 'stripe' },
  consent: {
    ...OF_CUSTOMER,
    methodId: OTHER_ID,
    purpose: 'PLAN',
    kind: 'card',
    cap: AMOUNT,
    textVersion: '2026-11',
    authorizedFrom: ON,
  },
  project: { id: PROJECT_ID, customerId: CUSTOMER_ID, projectRef: 'PRJ-7', status: 'Open' },
  order: {
    ...OF_CUSTOMER,
    projectId: PROJECT_ID,
    orderRef: 'ORD-31',
    status: 'Open',
    total: AMOUNT,
    paid: ZERO,
  },
  estimate: {
    ...OF_CUSTOMER,
    projectId: PROJECT_ID,
    estimateRef: 'EST-4',
    status: 'Open',
    total: AMOUNT,
    paid: ZERO,
    expiresOn: ON,
  },
  contract: { ...OF_CUSTOMER, contractRef: 'CT-12', status: 'Active', amount: AMOUNT, paid: ZERO },
  webhook_endpoint: { id: OTHER_ID, state: 'ACTIVE', exampleType: null },
};

type Difference = { [Name in EventObject]: Partial<Examples[Name]> }[EventObject];

/** Fields that differ from the example of the object. */
const DIFFERENCES: Readonly<Partial<Record<EventType, Difference>>> = {
  'invoice.voided': { voidedAt: AT },
  'invoice.written_off': { status: 'DEFAULTED' },
  'invoice.disputed': { status: 'DISPUTED' },
  'invoice.paid': { status: 'COLLECTED', paid: AMOUNT, balance: ZERO },
  'invoice.offer_made': { offer: cents(9000) },
  'invoice.offer_accepted': { status: 'COLLECTED', paid: cents(9000), waived: cents(3000) },
  'inquiry.dispute_opened': { kind: 'DISPUTE' },
  'inquiry.answered': { answeredAt: AT },
  'link.revoked': { revokedAt: AT },
  'payment.pending': { state: 'PENDING', method: 'ACH' },
  'payment.held': { state: 'UNKNOWN', processorReference: null },
  'payment.failed': { state: 'FAILED', responseCode: 'insufficient_funds' },
  'payment.returned': { state: 'RETURNED', method: 'ACH', responseCode: 'R01' },
  'refund.succeeded': { state: 'SUCCEEDED' },
  'refund.failed': { state: 'FAILED', failureReason: 'expired_or_canceled_card' },
  'dispute.won': { state: 'WON' },
  'dispute.lost': { state: 'LOST' },
  'plan.suspended': { state: 'SUSPENDED' },
  'plan.paid_off': { state: 'PAID_OFF' },
  'plan.canceled': { state: 'CANCELED' },
  'plan.defaulted': { state: 'DEFAULTED' },
  'schedule.suspended': { state: 'SUSPENDED' },
  'schedule.canceled': { state: 'CANCELED' },
  'schedule.done': { state: 'DONE' },
  'method.removed': { state: 'removed' },
  'estimate.accepted': { status: 'Pending billing' },
  'webhook_endpoint.paused': { state: 'PAUSED' },
};

const OBJECTS = Object.keys(EVENTS_OF) as EventObject[]; // because keys() widens the union to string

export function toExampleData(type: EventType) {
  const isItsObject = (object: EventObject) => EVENTS_OF[object].some((one) => one === type);
  const objectType = OBJECTS.find(isItsObject) ?? 'webhook_endpoint';
  const data = { ...EXAMPLES[objectType], ...DIFFERENCES[type] };
  return { type, objectType, objectId: data.id ?? OTHER_ID, sequence: 1, data };
}
