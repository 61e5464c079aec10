/** Calls around the portal: error reports, the caller's address, health, processors' webhooks. */
import { z } from 'zod';
import { processorSchema } from '../vocabulary.ts';
import { route, successSchema } from './route.ts';

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
