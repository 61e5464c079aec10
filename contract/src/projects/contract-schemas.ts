/** Contracts and the query parameters of their list (R24). */
import { z } from 'zod';
import { isoDateSchema } from '../dates.ts';
import { contractIdSchema } from '../ids.ts';
import { centsSchema } from '../money.ts';
import { CONTRACT_STATUSES, type ContractStatus, contractStatusSchema } from '../vocabulary.ts';

export const contractSchema = z.object({
  id: contractIdSchema,
  contractRef: z.string(),
  amount: centsSchema,
  paidBalance: centsSchema,
  date: isoDateSchema,
  status: contractStatusSchema,
  type: z.object({ singularName: z.string() }),
  /** A parameter of the call that returns the link to the document (R24). */
  documentKey: z.string(),
});
export type Contract = z.infer<typeof contractSchema>;

export const CONTRACT_TABS = {
  all: { label: 'All', statuses: CONTRACT_STATUSES },
  active: { label: 'Active', statuses: ['Active'] },
  delinquent: { label: 'Delinquent', statuses: ['Delinquent', 'Accelerated', 'Charged Off'] },
  'paid-off': { label: 'Paid Off', statuses: ['Paid Off'] },
  canceled: { label: 'Canceled', statuses: ['Canceled'] },
} as const satisfies Record<string, { label: string; statuses: readonly ContractStatus[] }>;

export const contractTabKeySchema = z.enum(['all', 'active', 'delinquent', 'paid-off', 'canceled']);
export type ContractTabKey = z.infer<typeof contractTabKeySchema>;

export const contractTabSchema = z.object({
  key: contractTabKeySchema,
  label: z.string(),
  count: z.int(),
});
export type ContractTab = z.infer<typeof contractTabSchema>;

export const contractQuerySchema = z.strictObject({
  tab: contractTabKeySchema,
  page: z.int().min(1).max(100_000),
  limit: z.int().min(1).max(100),
  search: z.string().trim().max(100).optional(),
  sort: z.enum(['date', '-date', 'amount', '-amount']).optional(),
});

export type ContractQuery = z.infer<typeof contractQuerySchema>;

export const contractListSchema = z.object({
  success: z.literal(true),
  contracts: z.array(contractSchema),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
  additional: z.record(z.string(), z.object({ amount: centsSchema, paidBalance: centsSchema })),
});
