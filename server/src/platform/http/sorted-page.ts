/** Encodes and decodes the cursor of a page in a chosen order. */
import { instantSchema, isoDateSchema } from '@quittance/contract/dates';
import type { PageQuery } from '@quittance/contract/http/pages-and-problems';
import { invariant } from '@quittance/domain/invariant';
import { z } from 'zod';
import { refusedCursor } from '../../kernel/errors.ts';
import type { Orders, SortedCursor, SortedPage, ValueType } from '../database/sorted-pages.ts';

/** Originally the only sort order, so its cursors do not contain the order's name. */
const DEFAULT = '-createdAt';

const TEXT_MAX = 200;
const VALUES = {
  instant: instantSchema,
  date: isoDateSchema,
  cents: z.string().regex(/^-?\d{1,15}$/),
  text: z.string().max(TEXT_MAX),
} as const satisfies Record<ValueType, z.ZodType>;
const idSchema = z.uuid();

const toPrefix = (sort: string) => (sort === DEFAULT ? '' : `${sort} `);

function encode(sort: string, { value, id }: SortedCursor): string {
  return Buffer.from(`${toPrefix(sort)}${value} ${id}`).toString('base64url');
}

function refuse(): never {
  throw refusedCursor();
}

/** A cursor for a different order is refused, because it would point to an arbitrary position. */
function decode(text: string, sort: string, type: ValueType): SortedCursor {
  const whole = Buffer.from(text, 'base64url').toString();
  const prefix = toPrefix(sort);
  const end = whole.lastIndexOf(' ');
  if (!whole.startsWith(prefix) || end < prefix.length) refuse();
  const value = VALUES[type].safeParse(whole.slice(prefix.length, end));
  const id = idSchema.safeParse(whole.slice(end + 1));
  return value.success && id.success ? { value: value.data, id: id.data } : refuse();
}

type Ranges = Partial<Record<'dueFrom' | 'dueTo' | 'updatedFrom' | 'updatedTo', unknown>>;

/** Sorts by the filtered column: in another order, the rows of one month could be far apart. */
export function toSort({ dueFrom, dueTo, updatedFrom, updatedTo }: Ranges): string {
  if (dueFrom !== undefined || dueTo !== undefined) return 'dueDate';
  if (updatedFrom !== undefined || updatedTo !== undefined) return 'updatedAt';
  return DEFAULT;
}

export type SortedQuery = PageQuery & { sort: string };

export function sortedPageFrom<Item>(
  { limit, after, sort }: SortedQuery,
  orders: Orders<Item>,
): SortedPage<Item> & { sort: string } {
  const isDescending = sort.startsWith('-');
  const order = orders[isDescending ? sort.slice(1) : sort];
  invariant(order, `there is an order ${sort}`);
  const cursor = after === undefined ? null : decode(after, sort, order.type);
  return { limit, sort, order, isDescending, after: cursor };
}

/** `rows` has one row more than the page if another page follows. */
export async function toSortedPage<Item extends { id: string }, Shown>(
  rows: readonly Item[],
  { limit, sort, order }: SortedPage<Item> & { sort: string },
  show: (rows: readonly Item[]) => Promise<Shown[]>,
): Promise<{ data: Shown[]; nextCursor: string | null }> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor = last ? encode(sort, { value: order.of(last), id: last.id }) : null;
  return { data: await show(shown), nextCursor };
}
