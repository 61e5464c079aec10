import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { invoiceIdSchema } from '../ids.ts';
import {
  installmentListSchema,
  pauseAnswerSchema,
  pauseQuerySchema,
  planPageSchema,
  planPausePageSchema,
  planPauseSchema,
  planQuerySchema,
  schedulePageSchema,
  scheduleQuerySchema,
} from './provider-schemas.ts';

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
    params: z.object({ invoiceId: invoiceIdSchema }),
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
    errors: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_IS_PROCESSING', 'PAUSE_NOT_OPEN'],
  },
} as const satisfies Record<string, ProviderRoute>;
