import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import {
  payoutDayPageSchema,
  payoutDayQuerySchema,
  payoutDetailSchema,
  payoutDifferencePageSchema,
  payoutDifferenceQuerySchema,
  payoutLinePageSchema,
  payoutLineQuerySchema,
  payoutPageSchema,
  payoutQuerySchema,
  payoutStatusSchema,
  processorFeesChangeSchema,
} from './provider-schemas.ts';

const payoutParams = z.object({ payoutId: z.uuid() });

export const PAYOUT_ROUTES = {
  listPayouts: {
    method: 'GET',
    path: '/payouts',
    scope: 'read',
    tag: 'Payouts',
    summary: 'List payouts, latest arrival first by default',
    description:
      'Payouts are read from the processor every hour, if the processor has an API for them (see the payout status).',
    query: payoutQuerySchema,
    answer: payoutPageSchema,
  },
  getPayoutStatus: {
    method: 'GET',
    path: '/payout-status',
    scope: 'read',
    tag: 'Payouts',
    summary: 'Retrieve when payouts were last read, and the agreed fees',
    answer: payoutStatusSchema,
  },
  changeProcessorFees: {
    method: 'PUT',
    path: '/payout-status/fees',
    scope: 'write',
    isOwnerOnly: true,
    tag: 'Payouts',
    summary: 'Change the fees agreed with the processor',
    description:
      'The fees of payouts that are read afterward, and of open differences, are compared with them.',
    body: processorFeesChangeSchema,
    answer: payoutStatusSchema,
  },
  listPayoutDays: {
    method: 'GET',
    path: '/payout-days',
    scope: 'read',
    tag: 'Payouts',
    summary: 'List expected and deposited amounts by day, latest first',
    query: payoutDayQuerySchema,
    answer: payoutDayPageSchema,
  },
  listPayoutDifferences: {
    method: 'GET',
    path: '/payout-differences',
    scope: 'read',
    tag: 'Payouts',
    summary: 'List differences between payouts and the ledger, newest first',
    query: payoutDifferenceQuerySchema,
    answer: payoutDifferencePageSchema,
  },
  getPayout: {
    method: 'GET',
    path: '/payouts/{payoutId}',
    scope: 'read',
    tag: 'Payouts',
    summary: 'Retrieve a payout with its totals',
    params: payoutParams,
    answer: payoutDetailSchema,
  },
  listPayoutLines: {
    method: 'GET',
    path: '/payouts/{payoutId}/lines',
    scope: 'read',
    tag: 'Payouts',
    summary: 'List the lines of a payout, newest first',
    params: payoutParams,
    query: payoutLineQuerySchema,
    answer: payoutLinePageSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
