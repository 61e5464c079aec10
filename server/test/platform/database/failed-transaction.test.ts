/** A failed transaction reports the statement that failed, not one that Postgres refused afterwards (ADR 0066). */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Tx } from '../../../src/platform/database/database.ts';
import { sendAhead, together } from '../../../src/platform/database/transaction.ts';
import { useDatabase } from '../../database.ts';
import { fillEveryTable } from '../../rows/every-table.ts';
import { forFile } from '../../world/for-file.ts';

const DIVISION_BY_ZERO = { cause: { code: '22012' } };

const fresh = useDatabase();
const harbor = forFile(() => fillEveryTable(fresh.database, 'harbor'));

async function readTwice(tx: Tx): Promise<void> {
  await tx.execute(sql`select 1`);
  await tx.execute(sql`select 2`);
}

const fail = (tx: Tx) => tx.execute(sql`select 1 / 0`);

async function findFailure(work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const { companyId } = harbor;
  const failure: unknown = await fresh.database
    .inCompany({ companyId }, work)
    .catch((error) => error);
  return failure instanceof Error ? (failure.cause ?? failure) : failure;
}

describe('A failed transaction (ADR 0066)', () => {
  it('a transaction reports the failed statement although an earlier step was refused after it', async () => {
    expect(await findFailure((tx) => together([readTwice(tx), fail(tx)]))).toMatchObject(
      DIVISION_BY_ZERO.cause,
    );
  });

  it('a transaction reports the failed statement that nothing waits for', async () => {
    const failure = await findFailure((tx) => {
      sendAhead(tx, { execute: () => fail(tx) });
      return readTwice(tx);
    });
    expect(failure).toMatchObject(DIVISION_BY_ZERO.cause);
  });

  it('a transaction does not report a failure of the previous transaction of its connection', async () => {
    await findFailure(fail);
    const again = await findFailure(async (tx) => {
      await expect(fail(tx)).rejects.toMatchObject(DIVISION_BY_ZERO);
      await readTwice(tx);
    });
    expect(again).toMatchObject(DIVISION_BY_ZERO.cause);
    const ended = await findFailure(() => Promise.reject(new Error('refused')));
    expect(ended).toEqual(new Error('refused'));
  });
});
