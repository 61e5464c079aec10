/** Where the next page begins, as text that only we read. It names an order, so it fits no other. */
import { z } from 'zod';
import { AppError } from '../../errors.ts';

export function writeCursor(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

export function readCursor<Place>(text: string, schema: z.ZodType<Place>): Place {
  const parsed = z
    .string()
    .transform((encoded, context) => {
      try {
        return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as unknown; // because the schema looks at it next
      } catch {
        context.addIssue({ code: 'custom', message: 'Not a cursor' });
        return z.NEVER;
      }
    })
    .pipe(schema)
    .safeParse(text);
  if (!parsed.success) throw new AppError('INVALID_REQUEST', { details: { fields: ['/cursor'] } });
  return parsed.data;
}

/** One row more than the page was asked for, to know whether another page follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? (page.at(-1) ?? null) : null };
}
