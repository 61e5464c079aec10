/** Opaque cursors: the position of the next page, bound to a sort order. */
import { z } from 'zod';
import { AppError } from '../../kernel/errors.ts';

export function writeCursor(position: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

export function readCursor<Position>(text: string, schema: z.ZodType<Position>): Position {
  const parsed = z
    .string()
    .transform((encoded, context) => {
      try {
        return JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as unknown; // because the schema validates it next
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

export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? (page.at(-1) ?? null) : null };
}
