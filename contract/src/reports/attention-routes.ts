import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import {
  acknowledgedSchema,
  acknowledgementSchema,
  attentionCountsSchema,
  attentionIdSchema,
  attentionPageSchema,
  attentionQuerySchema,
} from './attention-schemas.ts';

export const ATTENTION_ROUTES = {
  listAttention: {
    method: 'GET',
    path: '/attention',
    scope: 'read',
    tag: 'Attention',
    summary: 'List attention items, longest waiting first',
    description:
      'Attention items are held payments, charges without a payment or an invoice, returns, disputes, questions, failed refunds, differences between payouts and the ledger, undeliverable email addresses, failing webhook endpoints, a broken connection to the processor, expiring cards used by arrangements, suspended arrangements and pause requests. Resolved items are removed from the list.',
    query: attentionQuerySchema,
    answer: attentionPageSchema,
  },
  getAttentionCounts: {
    method: 'GET',
    path: '/attention/counts',
    scope: 'read',
    tag: 'Attention',
    summary: 'Count attention items by kind',
    answer: attentionCountsSchema,
  },
  acknowledgeAttention: {
    method: 'POST',
    path: '/attention/{attentionId}/acknowledge',
    scope: 'write',
    tag: 'Attention',
    summary: 'Acknowledge an attention item',
    description:
      'Applies to a return, a charge found without a payment or an invoice, a payout difference, and an undeliverable email address. These items require no decision and leave the list once acknowledged. Every other item is resolved by its own API call.',
    params: z.object({ attentionId: attentionIdSchema }),
    body: acknowledgementSchema,
    answer: acknowledgedSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
