/** For tests only: the portal of a signed-in customer on a fake network. */

import type { Contact } from '@quittance/contract/customers/contact-schemas';
import { type Customer, customerSchema } from '@quittance/contract/customers/portal-schemas';
import { contactIdSchema } from '@quittance/contract/ids';
import {
  type Invoice,
  invoiceSchema,
  type Transaction,
  transactionSchema,
} from '@quittance/contract/invoices/portal-schemas';
import { enterPortal } from '../src/portal/store/session.ts';
import { company, createWorld, PAYMENT_ID, invoice as publicInvoice } from './fixtures.ts';

export const CUSTOMER_ID = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
export const CARD_ID = '11111111-2222-4333-8444-555555555555';
export const BANK_ID = '66666666-7777-4888-8999-aaaaaaaaaaaa';
export const LIST = `GET /api/portal/debtor/${CUSTOMER_ID}/account`;

export function customer(changes: Partial<Record<keyof Customer, unknown>> = {}): Customer {
  const method = { brand: null, last4: '6789' };
  return customerSchema.parse({
    id: CUSTOMER_ID,
    firstName: 'Maya',
    lastName: 'Lindqvist',
    emailPrimary: { value: 'maya@example.com' },
    phonePrimary: null,
    dateOfBirth: null,
    customerRef: 'HDG-10417',
    internalRef: 'C-1',
    address: null,
    paymentMethod: [],
    pePaymentMethods: [
      { ...method, id: BANK_ID, token: BANK_ID, paymentType: 'ach' },
      { brand: 'visa', last4: '4242', id: CARD_ID, token: CARD_ID, paymentType: 'card' },
    ],
    fiPaymentMethods: [],
    autoPayPMID: null,
    isAutoPayActive: false,
    credit: 0,
    language: null,
    ...changes,
  });
}

export function customerInvoice(changes: Partial<Record<keyof Invoice, unknown>> = {}): Invoice {
  return invoiceSchema.parse({
    ...publicInvoice(),
    id: crypto.randomUUID(),
    internalRef: 'A-1',
    paymentMethod: null,
    payments: [],
    ...changes,
  });
}

export function transaction(changes: Partial<Record<keyof Transaction, unknown>> = {}) {
  return transactionSchema.parse({
    id: PAYMENT_ID,
    together: null,
    status: 'SUCCESS',
    amount: 10_000,
    fee: 320,
    method: 'CARD',
    credit: 0,
    reference: null,
    createdAt: '2026-11-01T03:30:00.000Z',
    type: 'PAYMENT',
    purpose: 'FULL_AMOUNT',
    invoice: {
      accountRef: 'HD-2041',
      productName: 'Crown restoration, tooth 14',
      status: 'COLLECTED',
    },
    pending: null,
    outcome: null,
    debit: null,
    refund: null,
    paymentOption: 'PAY_IN_FULL',
    paymentMethod: { id: CARD_ID, type: 'card', brand: 'visa', last4: '4242' },
    receiptUrl: `/api/portal/transaction/${PAYMENT_ID}/get-link`,
    receipt: 'R-5F0C8F0A',
    ...changes,
  });
}

export function contact(changes: Partial<Contact> = {}): Contact {
  return {
    contactId: contactIdSchema.parse(CUSTOMER_ID),
    type: 'EMAIL',
    value: 'maya@example.com',
    isEnabled: true,
    isVerified: true,
    isBounced: false,
    isPrimary: true,
    signInFrom: null,
    ...changes,
  };
}

export async function createSignedInWorld() {
  const world = createWorld();
  const { serve, store } = world;
  const ok = (answer: object) => ({ success: true, ...answer });
  const entrance = { customerId: CUSTOMER_ID, domain: 'harbor', isPaymentDue: false };
  serve('debtor/auth', ok({ token: 'bearer-1', ...entrance }));
  serve('private/company', ok({ company: company() }));
  serve('private/debtor/', ok({ debtor: customer() }));
  serve('project', ok({ projects: [] }));
  serve('contact', ok({ contacts: [contact()] }));
  const summary = { total: 30_000, open: 10_000, outstanding: 20_000, paid: 10_000, credit: 0 };
  const serveInvoices = (accounts: readonly Invoice[], nextCursor: string | null = null): void =>
    world.network.answer(LIST, { body: ok({ accounts, summary, nextCursor }) });
  serveInvoices([customerInvoice()]);
  await store.dispatch(enterPortal('harbor'));
  return { ...world, ok, serveInvoices };
}
