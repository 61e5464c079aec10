/** Saved views of the console: a named list with its filters. */
import { z } from 'zod';
import { planQuerySchema, scheduleQuerySchema } from '../arrangements/provider-schemas.ts';
import { customerQuerySchema } from '../customers/provider-schemas.ts';
import { instantSchema } from '../dates.ts';
import { invoiceQuerySchema } from '../invoices/provider-schemas.ts';
import { paymentQuerySchema } from '../payments/provider-schemas.ts';
import { plainText } from '../plain-text.ts';
import { attentionQuerySchema } from './attention-schemas.ts';

export const VIEWS_MAX = 50;

const NAME_MAX = 60;

export const viewNameSchema = plainText({ max: NAME_MAX });

const PAGE = { limit: true, after: true } as const;
const QUERIES = {
  invoices: invoiceQuerySchema.omit({ ...PAGE, expand: true }),
  customers: customerQuerySchema.omit(PAGE),
  payments: paymentQuerySchema.omit({ ...PAGE, expand: true }),
  plans: planQuerySchema.omit({ ...PAGE, expand: true }),
  schedules: scheduleQuerySchema.omit({ ...PAGE, expand: true }),
  attention: attentionQuerySchema.omit(PAGE),
} as const satisfies Record<string, z.ZodType>;

const VIEW_LISTS = [
  'invoices',
  'customers',
  'payments',
  'plans',
  'schedules',
  'attention',
] as const;

const VALUE_MAX = 200;
const filtersSchema = z
  .record(z.string(), z.string().max(VALUE_MAX))
  .describe('List query parameters, as sent: names and text values, without paging parameters.');

export const newViewSchema = z
  .strictObject({
    list: z.enum(VIEW_LISTS).describe('List that the view shows.'),
    filters: filtersSchema,
  })
  .superRefine(({ list, filters }, context) => {
    if ('search' in filters) {
      const message = 'A view keeps no search: it could name a person';
      context.addIssue({ code: 'custom', message, path: ['filters', 'search'] });
    }
    const { error } = QUERIES[list].safeParse(filters);
    for (const issue of error?.issues ?? []) {
      context.addIssue({ ...issue, path: ['filters', ...issue.path] });
    }
  })
  .meta({ id: 'NewView' });
export type NewView = z.infer<typeof newViewSchema>;

export const viewSchema = z
  .object({
    name: z.string().describe('View name, unique within the company.'),
    list: z.enum(VIEW_LISTS).describe('List that the view shows.'),
    filters: filtersSchema,
    createdAt: instantSchema,
    changedAt: instantSchema.describe('Time at which the view was last saved.'),
  })
  .meta({ id: 'View' });
export type View = z.infer<typeof viewSchema>;

export const viewsSchema = z.object({ data: z.array(viewSchema) }).meta({ id: 'ViewList' });
