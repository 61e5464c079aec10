import { z } from 'zod';
import { reasonSchema } from '../http/pages-and-problems.ts';
import type { ProviderRoute } from '../http/provider-route.ts';
import { invoiceIdSchema } from '../ids.ts';
import { providerInvoiceSchema } from '../invoices/provider-schemas.ts';
import {
  installmentListSchema,
  pauseAnswerSchema,
  pauseQuerySchema,
  planPageSchema,
  planPausePageSchema,
  planPauseSchema,
  planQuerySchema,
  providerScheduleSchema,
  scheduleMoveSchema,
  schedulePageSchema,
  scheduleQuerySchema,
} from './provider-schemas.ts';

const invoiceParams = z.object({ invoiceId: invoiceIdSchema });

export const ARRANGEMENT_ROUTES = {
  listPlans: {
    method: 'GET',
    path: '/plans',
    scope: 'read',
    tag: 'Arrangements',
    summary: 'List payment plans, newest first',
    query: planQuerySchema,
    answer: planPageSchema,
  },
  listInstallments: {
    method: 'GET',
    path: '/invoices/{invoiceId}/installments',
    scope: 'read',
    tag: 'Arrangements',
    summary: "List the installments of an invoice's payment plan",
    description:
      "Installments of the invoice's most recent plan, in order. Empty if the invoice has no plan.",
    params: invoiceParams,
    answer: installmentListSchema,
    errors: ['ACCOUNT_NOT_FOUND'],
  },
  listSchedules: {
    method: 'GET',
    path: '/schedules',
    scope: 'read',
    tag: 'Arrangements',
    summary: 'List scheduled payments, newest first',
    query: scheduleQuerySchema,
    answer: schedulePageSchema,
  },
  cancelPlan: {
    method: 'POST',
    path: '/invoices/{invoiceId}/cancel-plan',
    scope: 'money',
    tag: 'Arrangements',
    summary: "Cancel a customer's payment plan",
    description:
      'After that, the rest can be paid at once and is due by the due date of the invoice, without the plan fee. The customer is notified by email.',
    params: invoiceParams,
    body: reasonSchema,
    answer: providerInvoiceSchema,
    errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_IS_PROCESSING', 'ACCOUNT_ALREADY_CLOSED'],
  },
  cancelSchedule: {
    method: 'POST',
    path: '/invoices/{invoiceId}/cancel-schedule',
    scope: 'money',
    tag: 'Arrangements',
    summary: "Cancel a customer's scheduled payment",
    params: invoiceParams,
    body: reasonSchema,
    answer: providerInvoiceSchema,
    errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_IS_PROCESSING'],
  },
  moveSchedule: {
    method: 'POST',
    path: '/invoices/{invoiceId}/move-schedule',
    scope: 'money',
    tag: 'Arrangements',
    summary: "Move a customer's scheduled payment to a later date",
    description:
      'The new date must be within the period in which a customer can schedule payments. The amount does not change, and the customer is notified by email. An earlier date requires a new agreement from the customer.',
    params: invoiceParams,
    body: scheduleMoveSchema,
    answer: providerScheduleSchema,
    errors: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_IS_PROCESSING',
      'SCHEDULE_NOT_CHANGEABLE',
      'DATE_NOT_AVAILABLE',
    ],
  },
  listPauses: {
    method: 'GET',
    path: '/plan-pauses',
    scope: 'read',
    tag: 'Arrangements',
    summary: 'List pause requests from customers',
    description: 'Pause requests are listed newest first.',
    query: pauseQuerySchema,
    answer: planPausePageSchema,
  },
  answerPause: {
    method: 'POST',
    path: '/invoices/{invoiceId}/answer-pause',
    scope: 'money',
    tag: 'Arrangements',
    summary: "Grant or refuse a customer's request to pause a payment plan",
    description:
      'The customer agreed to the later dates when making the request. The request can be granted only while the plan is unchanged since then; the request can be refused at any time. The customer is notified by email.',
    params: z.object({ invoiceId: invoiceIdSchema }),
    body: pauseAnswerSchema,
    answer: planPauseSchema,
    errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_IS_PROCESSING', 'PAUSE_NOT_OPEN', 'CUSTOMER_ERASED'],
  },
} as const satisfies Record<string, ProviderRoute>;
