/** Encodes and decodes the cursor of a page. */
import { instantSchema } from '@quittance/contract/dates';
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import { z } from 'zod';
import { refusedCursor } from '../../kernel/errors.ts';
import type { Cursor, Page } from '../database/pages.ts';

const cursorSchema = z.tuple([instantSchema, z.uuid()]);

function encode({ at, id }: Cursor): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

function decode(text: string): Cursor {
  const parts = Buffer.from(text, 'base64url').toString().split(' ');
  const parsed = cursorSchema.safeParse(parts);
  if (!parsed.success) throw refusedCursor();
  const [at, id] = parsed.data;
  return { at, id };
}

export function pageFrom({ limit, after }: PageQuery): Page {
  return { limit, after: after === undefined ? null : decode(after) };
}

/** `rows` has one row more than the page if another page follows. */
export async function toPage<Row extends { createdAt: Cursor['at']; id: string }, Item>(
  rows: readonly Row[],
  { limit }: Page,
  show: (rows: readonly Row[]) => Promise<Item[]> | Item[],
): Promise<{ data: Item[]; nextCursor: string | null }> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? encode({ at: last.createdAt, id: last.id }) : null;
  return { data: await show(shown), nextCursor };
}
