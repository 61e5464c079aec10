import { z } from 'zod';
import { placeSchema, predictionSchema } from './customers/places.ts';
import type { RouteSchemas } from './http/portal-route.ts';
import { success, successSchema } from './http/success.ts';
import { processorSchema } from './vocabulary.ts';

const ownReportSchema = z.strictObject({
  source: z.string().max(100),
  type: z.string().max(40),
  message: z.string().max(500),
  stack: z.string().max(4096).optional(),
});
export type ErrorReport = z.infer<typeof ownReportSchema>;

const OTHER_BYTES_MAX = 4096;

/** Any other body is one message: its text. */
export const errorReportSchema = z.union([
  ownReportSchema,
  z
    .looseObject({})
    .meta({ bytesMax: OTHER_BYTES_MAX })
    .transform(
      (body): ErrorReport => ({ source: 'other', type: 'ERROR', message: JSON.stringify(body) }),
    ),
]);

export const operationSchemas = {
  reportError: {
    limits: ['errorReport'],
    body: errorReportSchema,
    answer: successSchema,
  },
  clientIp: {
    limits: ['publicRead'],
    answer: z.object({ ip: z.string() }),
  },
  /** Not part of product §7: address suggestions for typed text (R31). */
  placePredictions: {
    limits: ['addressSuggestions'],
    query: z.object({ input: z.string().trim().min(1).max(200) }),
    answer: success({ predictions: z.array(predictionSchema) }),
  },
  place: {
    limits: ['addressSuggestions'],
    query: z.object({ id: z.string().min(1).max(300) }),
    answer: success({ place: placeSchema }),
  },
  health: {
    limits: [],
    answer: z.object({ status: z.literal('live') }),
  },
  ready: {
    limits: [],
    answer: z.object({
      status: z.enum(['ready', 'not ready']),
      database: z.boolean(),
      migrations: z.boolean(),
      worker: z.boolean(),
    }),
  },
  webhook: {
    limits: ['webhook'],
    params: z.object({ processor: processorSchema, company: z.string().max(64) }),
    answer: successSchema,
  },
} satisfies Record<string, RouteSchemas>;
