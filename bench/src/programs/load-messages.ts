/** What the benchmark and its load generator tell each other. */
import { z } from 'zod';

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});
export type LoadRequest = z.infer<typeof requestSchema>;

export const loadOrderSchema = z.object({
  origin: z.url(),
  connections: z.number().int().positive(),
  warmUpMs: z.number(),
  measureMs: z.number(),
  requests: z.array(requestSchema),
  /** Requests of all clients together; as many as are answered if absent. */
  perSecond: z.number().positive().optional(),
  /** Each request is sent once and the run ends with the last one; otherwise they are repeated. */
  isOnce: z.boolean(),
});
export type LoadOrder = z.infer<typeof loadOrderSchema>;

export const loadResultSchema = z.object({
  count: z.number(),
  seconds: z.number(),
  p50Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  errors: z.number(),
  firstError: z.string().nullable(),
  /** Cores that the generator itself used. */
  cores: z.number(),
});
export type LoadResult = z.infer<typeof loadResultSchema>;
