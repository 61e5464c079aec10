/** Calls about items that need a person. */
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
    summary: 'List what needs a person, the longest waiting first',
    description:
      'Held payments, charges without a payment or without an invoice, returns, disputes, questions, refunds that could not be made, addresses that mail does not reach, failing endpoints, expiring cards of arrangements, suspended arrangements and requested pauses. An item disappears when it is settled.',
    query: attentionQuerySchema,
    answer: attentionPageSchema,
  },
  getAttentionCounts: {
    method: 'GET',
    path: '/attention/counts',
    scope: 'read',
    tag: 'Attention',
    summary: 'Count what needs a person, by kind',
    answer: attentionCountsSchema,
  },
  acknowledgeAttention: {
    method: 'POST',
    path: '/attention/{attentionId}/acknowledge',
    scope: 'write',
    tag: 'Attention',
    summary: 'Take an item off the list',
    description:
      'For a return, a charge that was found without a payment or an invoice, and an address that mail does not reach: nothing is left to decide, and someone has seen it. Other items are settled by their own calls.',
    params: z.object({ attentionId: attentionIdSchema }),
    body: acknowledgementSchema,
    answer: acknowledgedSchema,
  },
} as const satisfies Record<string, ProviderRoute>;
