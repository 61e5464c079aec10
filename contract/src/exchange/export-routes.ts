/** Calls that export what a company owns. */
import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import { exportKindSchema, exportLinesSchema } from './export-schemas.ts';

export const EXPORT_ROUTES = {
  exportKind: {
    method: 'GET',
    path: '/exports/{kind}',
    scope: 'read',
    tag: 'Exports',
    summary: 'Export everything of a kind',
    description:
      'Streamed, and as of the moment of the call. Amounts are in cents. A connection that ends before the last line was cut off: call again. A reader that takes nothing for a minute is disconnected.',
    params: z.object({ kind: exportKindSchema }),
    answer: exportLinesSchema,
    answerType: 'application/x-ndjson',
  },
} as const satisfies Record<string, ProviderRoute>;
