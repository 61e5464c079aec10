/** Schemas of the calls by which a payer asks about an invoice (R40). */
import { z } from 'zod';
import { requestIdSchema } from '../ids.ts';
import { inquirySchema, newInquirySchema } from '../schemas/inquiries.ts';
import type { RouteSchemas } from './route.ts';
import { success } from './success.ts';

const requestParams = z.object({ id: requestIdSchema });

export const inquirySchemas = {
  inquiries: {
    params: requestParams,
    /** The newest first. */
    answer: success({ inquiries: z.array(inquirySchema) }),
  },
  sendInquiry: {
    params: requestParams,
    body: newInquirySchema,
    answer: success({ inquiry: inquirySchema }),
  },
} satisfies Record<string, RouteSchemas>;
