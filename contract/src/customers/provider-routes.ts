import { z } from 'zod';
import { externalRefSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { customerIdSchema } from '../ids.ts';
import {
  customerByRefSchema,
  customerChangeSchema,
  customerPageSchema,
  customerQuerySchema,
  erasureSchema,
  newCustomerSchema,
  providerCustomerSchema,
} from './provider-schemas.ts';

const customerParams = z.object({ customerId: customerIdSchema });
const refParams = z.object({ externalRef: externalRefSchema });

const customerFileSchema = z.string().meta({ id: 'CustomerFile', format: 'binary' });

export const CUSTOMER_ROUTES = {
  createCustomer: {
    method: 'POST',
    path: '/customers',
    scope: 'write',
    answersNew: true,
    tag: 'Customers',
    summary: 'Create a customer',
    description:
      'The customer can sign in with the email address from the next day on: no sign-in email is sent to an address that was added within the last 24 hours. Emails about invoices are sent to it immediately.',
    body: newCustomerSchema,
    answer: providerCustomerSchema,
    status: 201,
    errors: ['COSTUMER_REF_ALREADY_USED', 'EXTERNAL_REF_ALREADY_USED', 'TEST_DEBTORS_MAX_2'],
  },
  listCustomers: {
    method: 'GET',
    path: '/customers',
    scope: 'read',
    tag: 'Customers',
    summary: 'List customers, newest first by default',
    query: customerQuerySchema,
    answer: customerPageSchema,
  },
  getCustomer: {
    method: 'GET',
    path: '/customers/{customerId}',
    scope: 'read',
    tag: 'Customers',
    summary: 'Retrieve a customer',
    params: customerParams,
    answer: providerCustomerSchema,
    errors: ['DEBTOR_NOT_FOUND'],
  },
  changeCustomer: {
    method: 'PATCH',
    path: '/customers/{customerId}',
    scope: 'write',
    tag: 'Customers',
    summary: 'Update a customer',
    description: 'Omitted fields are unchanged.',
    params: customerParams,
    body: customerChangeSchema,
    answer: providerCustomerSchema,
    errors: ['DEBTOR_NOT_FOUND', 'COSTUMER_REF_ALREADY_USED', 'CUSTOMER_ERASED'],
  },
  getCustomerByRef: {
    method: 'GET',
    path: '/customers/by-ref/{externalRef}',
    scope: 'read',
    tag: 'Customers',
    summary: 'Retrieve a customer by external reference',
    params: refParams,
    answer: providerCustomerSchema,
    errors: ['DEBTOR_NOT_FOUND'],
  },
  putCustomer: {
    method: 'PUT',
    path: '/customers/by-ref/{externalRef}',
    scope: 'write',
    tag: 'Customers',
    summary: 'Create or update a customer by external reference',
    params: refParams,
    body: customerByRefSchema,
    answer: providerCustomerSchema,
    errors: [
      'COSTUMER_REF_ALREADY_USED',
      'EXTERNAL_REF_ALREADY_USED',
      'TEST_DEBTORS_MAX_2',
      'CUSTOMER_ERASED',
    ],
  },
  getCustomerData: {
    method: 'GET',
    path: '/customers/{customerId}/data',
    scope: 'read',
    isOwnerOnly: true,
    tag: 'Customers',
    summary: 'Download everything that is stored about a customer',
    description:
      'The rows of every table about the person, with devices, sessions and addresses of consents, and without tokens and secrets. Of the staff, only owners can download it. Each download is in the audit trail.',
    params: customerParams,
    answer: customerFileSchema,
    answerType: 'application/json',
    errors: ['DEBTOR_NOT_FOUND'],
  },
  getCustomerDataPage: {
    method: 'GET',
    path: '/customers/{customerId}/data-page',
    scope: 'read',
    isOwnerOnly: true,
    tag: 'Customers',
    summary: 'Download the data of a customer as a page to read',
    params: customerParams,
    answer: customerFileSchema,
    answerType: 'text/html',
    errors: ['DEBTOR_NOT_FOUND'],
  },
  eraseCustomer: {
    method: 'POST',
    path: '/customers/{customerId}/erase',
    scope: 'write',
    isOwnerOnly: true,
    isStaffOnly: true,
    tag: 'Customers',
    summary: "Erase a customer's personal data",
    description:
      'Names, contacts, saved payment methods, sessions and links are permanently deleted. Invoices, payments and your own references are kept. The request fails while a payment, refund, dispute, plan or scheduled payment is open. The person is also deleted at the payment processor, which is retried until it succeeds; `leftAtProcessors` lists what is left. Only an owner who confirms with a second factor can erase personal data.',
    params: customerParams,
    body: erasureSchema,
    answer: providerCustomerSchema,
    errors: ['DEBTOR_NOT_FOUND', 'CUSTOMER_HAS_OPEN_PAYMENTS', 'CUSTOMER_HAS_ARRANGEMENTS'],
  },
} as const satisfies Record<string, ProviderRoute>;
