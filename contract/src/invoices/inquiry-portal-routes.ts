/** Schemas of the calls by which a payer asks about an invoice (R40). */
import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { requestIdSchema } from '../ids.ts';
import { inquirySchema, newInquirySchema } from './inquiry-schemas.ts';

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
