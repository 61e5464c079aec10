/** The messages between the benchmark and the process that opens the sockets. */
import { z } from 'zod';

export const socketOrderSchema = z.object({
  url: z.url(),
  customers: z.array(
    z.object({ customerId: z.uuid(), cookie: z.string(), bearer: z.string(), address: z.string() }),
  ),
  eventsPerSecond: z.number(),
  seconds: z.number(),
});
export type SocketOrder = z.infer<typeof socketOrderSchema>;

/** The process sends `connected` first, then `measured`. */
export const socketReportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connected'), refused: z.number(), seconds: z.number() }),
  z.object({
    kind: z.literal('measured'),
    sent: z.number(),
    received: z.number(),
    seconds: z.number(),
    p50Ms: z.number().nullable(),
    p99Ms: z.number().nullable(),
  }),
]);
export type SocketReport = z.infer<typeof socketReportSchema>;
