/** The messages between the benchmark and its load generator. */
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
  /** The combined rate of all clients. If absent, each client sends as fast as responses arrive. */
  perSecond: z.number().positive().optional(),
  /** If true, each request is sent once and the run ends with the last one. Otherwise the requests are repeated. */
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
  cores: z.number(),
});
export type LoadResult = z.infer<typeof loadResultSchema>;
