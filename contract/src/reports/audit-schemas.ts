/** The company's audit trail: who did what, when, to what, and why. */
import { z } from 'zod';
import { instantSchema } from '../dates.ts';
import { pageQuerySchema, toPage } from '../http/pages-and-problems.ts';

const TEXT_MAX = 100;

const auditEntrySchema = z
  .object({
    id: z
      .string()
      .describe('Entry ID. Entries are numbered in the order in which they were written.'),
    at: instantSchema.describe('Time of the action.'),
    actor: z
      .string()
      .describe('Actor, such as `staff:` or `key:` with an ID, `operator`, or the name of a job.'),
    action: z.string().describe('Action, such as `refund.ordered`.'),
    subject: z
      .string()
      .describe('Kind and ID of the object, such as `attempt:` with a payment ID.'),
    detail: z
      .record(z.string(), z.unknown())
      .describe('Values of the action, such as amounts and the reason. Client IPs are left out.'),
    position: z
      .int()
      .nullable()
      .describe(
        'Position in the hash chain, which proves that nothing was changed or removed; null until the entry is chained, a few minutes later.',
      ),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditPageSchema = toPage(auditEntrySchema).meta({ id: 'AuditPage' });

export const auditQuerySchema = pageQuerySchema.extend({
  by: z
    .enum(['people', 'everyone'])
    .default('people')
    .describe('`people`: staff, API keys and the operator. `everyone`: payers and jobs as well.'),
  actor: z
    .string()
    .max(TEXT_MAX)
    .optional()
    .describe('Actor to filter by, such as `staff:` with an ID.'),
  action: z
    .string()
    .max(TEXT_MAX)
    .optional()
    .describe('Beginning of the action, such as `refund`.'),
  subject: z.string().max(TEXT_MAX).optional().describe('Object to filter by.'),
  from: instantSchema.optional().describe('Returns only entries at or after this time.'),
  to: instantSchema.optional().describe('Returns only entries before this time.'),
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;
