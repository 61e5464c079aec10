/** An export of everything that a company owns, by kind of object. */
import { z } from 'zod';

export const EXPORT_KINDS = [
  'settings',
  'customers',
  'contacts',
  'projects',
  'orders',
  'estimates',
  'contracts',
  'invoices',
  'requests',
  'links',
  'methods',
  'mandates',
  'plans',
  'schedules',
  'auto-pay-charges',
  'charge-notices',
  'payments',
  'refunds',
  'disputes',
  'inquiries',
  'postings',
  'reconciliations',
  'metadata',
  'payouts',
  'events',
  'audit',
  'webhook-endpoints',
  'api-keys',
] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const exportKindSchema = z.enum(EXPORT_KINDS);

export const exportLinesSchema = z
  .instanceof(Uint8Array)
  .describe(
    'One JSON object per line, terminated by a line feed, for each object of the exported type.',
  )
  .meta({ id: 'ExportLines' });
