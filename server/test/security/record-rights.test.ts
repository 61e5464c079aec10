/**
 * Every kind of record, read by every role and by a key, in every way: list, detail, export as JSON and as CSV, events
 * and the attention list (R47). It restates who may see what independently of the implementation.
 */
import { EXPORT_KINDS, type ExportKind } from '@quittance/contract/exchange/export-schemas';
import { providerPath } from '@quittance/contract/http/provider-route';
import { RECORD_RIGHTS } from '@quittance/contract/http/record-rights';
import { STAFF_ROLES, type StaffRole } from '@quittance/contract/identity/roles';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXPORTS } from '../../src/exchange/export/export-tables.ts';
import { recordEvent } from '../../src/platform/events/record-event.ts';
import type { TestCompany } from '../world/company.ts';
import { signedInStaff } from '../world/desk-browser.ts';
import { createProvider, newApiKey } from '../world/provider-client.ts';
import { useWorld } from '../world/world.ts';

const OWNERS_ONLY: readonly ExportKind[] = ['audit', 'webhook-endpoints', 'api-keys'];
const OWNERS_COLUMNS: Partial<Record<ExportKind, readonly string[]>> = {
  payments: ['clientAddress', 'claimedDevice'],
  mandates: ['evidence'],
  settings: ['processorData', 'stripeId'],
};
/** A column with one of these words holds something of a person's network or browser, or of an account elsewhere. */
const TELLING = /address|device|evidence|browser|userAgent|stripe|processorData/i;
/** Postal addresses, email addresses and what merely has such a name. */
const NOT_TELLING = ['customers.address', 'settings.address', 'disputes.awaitsEvidence'];

const LISTS: Partial<Record<ExportKind, string>> = {
  audit: '/audit',
  'webhook-endpoints': '/webhook-endpoints',
  'api-keys': '/keys',
  customers: '/customers',
  invoices: '/invoices',
  payments: '/payments',
  plans: '/plans',
  schedules: '/schedules',
  projects: '/projects',
  contracts: '/contracts',
  inquiries: '/inquiries',
  disputes: '/disputes',
  payouts: '/payouts',
};

type Answer = { status: number; text: string };
type Reader = { name: StaffRole | 'key'; get(path: string): Promise<Answer> };

const world = useWorld();
let company: TestCompany;
let readers: Reader[];
let endpointId: string;

beforeAll(async () => {
  company = await world.company();
  const call = await createProvider(world, company);
  const endpoint = { body: { url: 'https://example.com/hook' } };
  endpointId = String((await call('POST', '/webhook-endpoints', endpoint)).body.id);
  const { pool } = world.deps.database;
  await pool.query('update webhook_endpoints set failing_since = $1', [world.deps.clock.now()]);
  const invoice = await world.invoice(company);
  await world.payer(company, invoice).pay();
  await world.runJobs();
  const { companyId } = company;
  const at = world.deps.clock.now();
  const type = 'webhook_endpoint.failing';
  await world.deps.database.inCompany({ companyId, asProvider: true }, async (tx) =>
    recordEvent(tx, { companyId, type, objectId: endpointId, at }),
  );
  const { key: apiKey } = await newApiKey(world, company, ['read']);
  const key: Reader = {
    name: 'key',
    async get(path) {
      const headers = { authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${world.url}${providerPath(path)}`, { headers });
      return { status: answer.status, text: await answer.text() };
    },
  };
  const staff = await Promise.all(
    STAFF_ROLES.map(async (role): Promise<Reader> => {
      const member = await signedInStaff(world, company, { role });
      return {
        name: role,
        get: (path) => member.provider('GET', path),
      };
    }),
  );
  readers = [key, ...staff];
});

const seesAll = ({ name }: Reader) => name === 'key' || name === 'owner';

function expectedStatus(reader: Reader, kind: ExportKind): number {
  return OWNERS_ONLY.includes(kind) && !seesAll(reader) ? 403 : 200;
}

async function expectForAll(check: (reader: Reader) => Promise<string[]>): Promise<void> {
  const wrong: string[] = [];
  for (const reader of readers) {
    wrong.push(...(await check(reader)).map((fault) => `${reader.name}: ${fault}`));
  }
  expect(wrong).toEqual([]);
}

describe('The right to see a kind of record (R47)', () => {
  it.each(EXPORT_KINDS)('%s is the same in its list and in its exports', (kind) =>
    expectForAll(async (reader) => {
      const status = expectedStatus(reader, kind);
      const ways = [LISTS[kind], `/exports/${kind}`, `/exports/${kind}?format=csv`];
      const wrong: string[] = [];
      for (const path of ways.filter((way) => way !== undefined)) {
        const answer = await reader.get(path);
        if (answer.status !== status) wrong.push(`${path}: ${answer.status}`);
        if (!path.startsWith('/exports/')) continue;
        const hidden = OWNERS_COLUMNS[kind] ?? [];
        const shown = hidden.filter((name) => answer.text.includes(name));
        const expected = seesAll(reader) ? hidden : [];
        if (status === 200 && answer.text !== '' && shown.join() !== expected.join()) {
          wrong.push(`${path} shows ${shown}`);
        }
      }
      return wrong;
    }),
  );

  it('a webhook endpoint is hidden in its detail, its deliveries, events and the attention list', () =>
    expectForAll(async (reader) => {
      const wrong: string[] = [];
      for (const path of [
        `/webhook-endpoints/${endpointId}`,
        `/webhook-endpoints/${endpointId}/deliveries`,
      ]) {
        const { status } = await reader.get(path);
        if (status !== expectedStatus(reader, 'webhook-endpoints'))
          wrong.push(`${path}: ${status}`);
      }
      for (const path of ['/events?limit=100', '/exports/events', '/attention']) {
        const { status, text } = await reader.get(path);
        const isShown = text.includes(endpointId);
        if (status !== 200 || isShown !== seesAll(reader)) wrong.push(`${path}: ${isShown}`);
      }
      return wrong;
    }));

  it('every exported column about a network, browser or account is declared with its kind', () => {
    const undeclared = EXPORT_KINDS.flatMap((kind) =>
      Object.keys(EXPORTS[kind].table)
        .filter((name) => TELLING.test(name) && !NOT_TELLING.includes(`${kind}.${name}`))
        .filter((name) => !RECORD_RIGHTS[kind].ownersColumns?.includes(name))
        .filter(() => RECORD_RIGHTS[kind].seenBy === 'everyone')
        .map((name) => `${kind}.${name}`),
    );
    expect(undeclared).toEqual([]);
  });
});
