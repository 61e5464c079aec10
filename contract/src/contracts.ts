/** Contracts and the cancellable list query for them (R24). */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { contractIdSchema } from './ids.ts';
import { centsSchema } from './money.ts';
import { contractStatusSchema } from './vocabulary.ts';

export const contractSchema = z.object({
  id: contractIdSchema,
  contractRef: z.string(),
  amount: centsSchema,
  paidBalance: centsSchema,
  date: isoDateSchema,
  status: contractStatusSchema,
  type: z.object({ singularName: z.string() }),
});
export type Contract = z.infer<typeof contractSchema>;

export const contractTabSchema = z.object({ key: z.string(), label: z.string(), count: z.int() });

export const contractQuerySchema = z.strictObject({
  tab: z.string().max(40),
  page: z.int().min(1).max(100_000),
  limit: z.int().min(1).max(100),
  search: z.string().max(100).optional(),
  sort: z.enum(['date', '-date', 'amount', '-amount']).optional(),
});

export const contractListSchema = z.object({
  success: z.literal(true),
  contracts: z.array(contractSchema),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int() }),
  additional: z.record(z.string(), z.object({ amount: centsSchema, paidBalance: centsSchema })),
});
