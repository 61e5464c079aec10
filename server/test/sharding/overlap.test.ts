/** Servers of the previous release beside this one (ADR 0084, 0086): what they write, and the tokens they minted. */
import { randomBytes, randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSessionOfCookie, insertSession } from '../../src/identity/sessions.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import {
  keyOfToken,
  mintCompanyToken,
  mintToken,
} from '../../src/platform/sealing/secret-token.ts';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { fillEveryTable, type SmallCompany } from '../storage/every-table.ts';
import { sqlStateOf } from '../storage/refused-by.ts';

const NOW = instant('2026-11-15T15:00:00.000Z');
const LATER = instant('2026-11-15T16:00:00.000Z');
const REFUSED_BY_POLICY = '42501';
const MISSING_VALUE = '23502';

let fresh: FreshDatabase;
let harbor: SmallCompany;

beforeAll(async () => {
  fresh = await freshDatabase();
  harbor = await fillEveryTable(fresh.database, 'harbor');
});
afterAll(() => fresh.drop());

const insertMove = (tx: Tx, attemptId: string) =>
  tx.execute<{ customer_id: string; id: string }>(sql`insert into attempt_moves
    (company_id, attempt_id, from_state, to_state, source, at)
    values (${harbor.companyId}, ${attemptId}, 'SENT', 'FAILED', 'answer', now())
    returning customer_id, id`);

describe('A row that the previous release inserts', () => {
  it.each(['customer', 'company'])(
    'gets the customer of its parent, in the scope of a %s',
    async (whose) => {
      const { companyId, maya } = harbor;
      const scope =
        whose === 'customer' ? { companyId, customerId: maya.customerId } : { companyId };
      const { rows } = await fresh.database.inCompany(scope, (tx) =>
        insertMove(tx, maya.attemptId),
      );
      expect(rows).toMatchObject([{ customer_id: maya.customerId }]);
    },
  );

  it('is refused for an attempt of another customer', async () => {
    const { companyId, maya, omar } = harbor;
    const inserting = fresh.database.inCompany({ companyId, customerId: maya.customerId }, (tx) =>
      insertMove(tx, omar.attemptId),
    );
    expect([REFUSED_BY_POLICY, MISSING_VALUE]).toContain(await sqlStateOf(inserting));
  });

  it('continues the numbers of its table', async () => {
    const { companyId, maya } = harbor;
    const move = () =>
      fresh.database.inCompany({ companyId }, (tx) => insertMove(tx, maya.attemptId));
    const [first, second] = [await move(), await move()];
    expect(Number(second.rows[0]?.id)).toBeGreaterThan(Number(first.rows[0]?.id));
  });
});

describe('A session', () => {
  it.each([
    ['from before, whose token names no company', () => mintToken(randomBytes)],
    ['whose token names its company', () => mintCompanyToken(randomBytes, harbor.companyId)],
  ])('%s is found', async (_, mint) => {
    const { companyId, maya } = harbor;
    const [id, key] = [randomUUID(), keyOfToken(mint())];
    const row = { companyId, id, customerId: maya.customerId, tokenHash: key.tokenHash };
    const times = { createdAt: NOW, lastSeenAt: NOW, expiresAt: LATER };
    const found = await fresh.database.asSystem(async (tx) => {
      await insertSession(tx, { ...row, ...times, address: '192.0.2.1', userAgent: 'test' });
      const seenSince = instant('2026-11-15T14:30:00.000Z');
      return findSessionOfCookie(tx, { ...key, now: NOW, seenSince });
    });
    expect(found?.id).toBe(id);
  });
});
