/**
 * The list of erasures, a file outside of the database: a restore marks the persons on it, because the backup still has
 * them, and their erasures are repeated (R54, ADR 0082). It only grows, so a restored database does not shorten it.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Instant } from '@quittance/contract/dates';
import { instantSchema } from '@quittance/contract/dates';
import { DAY_MS } from '@quittance/contract/durations';
import { companyIdSchema, customerIdSchema } from '@quittance/contract/ids';
import { and, asc, gt, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { addMs } from '../kernel/clock.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { acrossCompanies } from '../platform/database/sharding/across-companies.ts';
import { customers } from '../schema/customers.ts';
import { eraseCustomer } from './erase-customer.ts';

const erasureSchema = z.tuple([instantSchema, companyIdSchema, customerIdSchema]);
export type ListedErasure = z.infer<typeof erasureSchema>;

/** A line has the time of the erasure, the id of the company and the id of the customer. */
export async function readErasures(path: string): Promise<ListedErasure[]> {
  const text = await readFile(path, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => erasureSchema.parse(line.split(' ')));
}

/** Erasures commit in another order than that of their times. */
const OVERLAP_MS = DAY_MS;

export async function keepErasureList(
  { database }: Pick<Deps, 'database'>,
  path: string,
): Promise<void> {
  const listed = await readErasures(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = listed
    .map(([at]) => at)
    .toSorted()
    .at(-1);
  const { companyId, id, erasedAt } = customers;
  const isNew = newest ? gt(erasedAt, addMs(newest, -OVERLAP_MS)) : undefined;
  const found = await database.asSystem((tx) =>
    tx
      .select({ companyId, id, erasedAt: sql<Instant>`${erasedAt}`.mapWith(erasedAt) })
      .from(customers)
      .where(and(isNotNull(erasedAt), isNew, acrossCompanies('one list of all erasures')))
      .orderBy(asc(erasedAt)),
  );
  const lines = new Set(listed.map((entry) => entry.join(' ')));
  const known = lines.size;
  for (const row of found) lines.add([row.erasedAt, row.companyId, row.id].join(' '));
  if (lines.size === known) return;
  const partial = `${path}.partial`;
  await writeFile(partial, [...lines, ''].join('\n'), { mode: 0o600, flush: true });
  await rename(partial, path);
}

/** An erasure that is refused is tried again, and holds the charges of its company. */
export async function repeatErasures(deps: Deps): Promise<void> {
  const due = await deps.database.asSystem((tx) =>
    tx
      .select()
      .from(customers)
      .where(and(isNotNull(customers.eraseAgainAt), acrossCompanies('restored companies'))),
  );
  for (const { companyId, id: customerId, customerRef } of due) {
    const scope = { companyId, asProvider: true, isErasure: true } as const;
    const actor = { companyId, name: 'operator' };
    const erasure = { actor, customerId, customerRef, reason: 'Repeated after a restore' };
    try {
      await deps.database.inCompany(scope, (tx) => eraseCustomer(tx, deps, erasure));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code } = error;
      deps.log.error(
        { event: 'erasure.waits', companyId, customerId, code },
        'an erasure cannot be repeated yet after a restore',
      );
    }
  }
}
