/** Events that browsers receive as refresh signals without data. Processes exchange them in the same format. */
import { processingStatusSchema } from '@quittance/contract/vocabulary';
import { z } from 'zod';

export const portalEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment_processing'),
    customerId: z.string(),
    requestId: z.string(),
    status: processingStatusSchema,
  }),
  z.object({ kind: z.literal('customer_add_pm'), customerId: z.string() }),
  z.object({ kind: z.literal('session_ended'), sessionId: z.string() }),
]);

export type PortalEvent = z.infer<typeof portalEventSchema>;
