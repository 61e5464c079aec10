/** Tokens that contain their company, and tokens that do not (ADR 0086). */
import { randomBytes, randomUUID } from 'node:crypto';
import { instant } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { findSessionOfCookie } from '../../src/identity/session-rows.ts';
import {
  keyOfToken,
  mintCompanyToken,
  mintToken,
} from '../../src/platform/sealing/secret-token.ts';
import { sessions } from '../../src/schema/access.ts';
import { useDatabase } from '../database.ts';
import { fillEveryTable } from '../rows/every-table.ts';
import { forFile } from '../world/for-file.ts';

const NOW = instant('2026-11-15T15:00:00.000Z');
const LATER = instant('2026-11-15T16:00:00.000Z');

const fresh = useDatabase();
const harbor = forFile(() => fillEveryTable(fresh.database, 'harbor'));

describe('A session', () => {
  it.each([
    ['whose token names no company', () => mintToken(randomBytes)],
    ['whose token names its company', () => mintCompanyToken(randomBytes, harbor.companyId)],
  ])('a session %s is found', async (_, mint) => {
    const { companyId, maya } = harbor;
    const [id, key] = [randomUUID(), keyOfToken(mint())];
    const row = { companyId, id, customerId: maya.customerId, tokenHash: key.tokenHash };
    const times = { createdAt: NOW, lastSeenAt: NOW, expiresAt: LATER };
    const found = await fresh.database.asSystem(async (tx) => {
      await tx
        .insert(sessions)
        .values({ ...row, ...times, address: '192.0.2.1', userAgent: 'test' });
      return findSessionOfCookie(tx, { ...key, now: NOW });
    });
    expect(found?.id).toBe(id);
  });
});
