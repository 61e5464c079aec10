/** Calls around the portal: error reports, the caller's address, health, processors' webhooks. */
import { z } from 'zod';
import { placeSchema, predictionSchema } from '../places.ts';
import { processorSchema } from '../vocabulary.ts';
import { route, success, successSchema } from './route.ts';

export const errorReportSchema = z.strictObject({
  source: z.string().max(100),
  type: z.string().max(40),
  message: z.string().max(500),
  stack: z.string().max(4096).optional(),
});
export type ErrorReport = z.infer<typeof errorReportSchema>;

export const operationRoutes = {
  reportError: route({
    method: 'POST',
    path: '/slack-notification',
    who: 'anyone',
    body: errorReportSchema,
    answer: successSchema,
  }),
  ownAddress: route({
    method: 'GET',
    path: '/{product}/ip',
    who: 'anyone',
    answer: z.object({ ip: z.string() }),
  }),
  /** Ours: addresses for what was typed (R31). */
  placePredictions: route({
    method: 'GET',
    path: '/{product}/places',
    who: 'customer',
    query: z.object({ input: z.string().trim().min(1).max(200) }),
    answer: success({ predictions: z.array(predictionSchema) }),
  }),
  place: route({
    method: 'GET',
    path: '/{product}/geocode',
    who: 'customer',
    query: z.object({ id: z.string().min(1).max(300) }),
    answer: success({ place: placeSchema }),
  }),
  health: route({
    method: 'GET',
    path: '/health',
    who: 'anyone',
    answer: z.object({ status: z.literal('live') }),
  }),
  ready: route({
    method: 'GET',
    path: '/ready',
    who: 'anyone',
    answer: z.object({
      status: z.enum(['ready', 'not ready']),
      database: z.boolean(),
      migrations: z.boolean(),
      worker: z.boolean(),
    }),
  }),
  webhook: route({
    method: 'POST',
    path: '/webhooks/{processor}/{company}',
    who: 'processor',
    params: z.object({ processor: processorSchema, company: z.string().max(64) }),
    answer: successSchema,
  }),
};
