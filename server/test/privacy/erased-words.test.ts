/**
 * A word of its own in every text that a payer or the company can write about a customer; the fields come from the
 * schemas of the routes. After the erasure, every column, stored response, file and log line is searched for them (R54).
 */
import { readFileSync } from 'node:fs';
import { pathTo, type Route } from '@quittance/contract/http/portal-route';
import {
  isReadRoute,
  type ProviderRoute,
  providerPath,
} from '@quittance/contract/http/provider-route';
import type { CompanyId } from '@quittance/contract/ids';
import { ROUTES, type RouteName } from '@quittance/contract/portal-routes';
import { PROVIDER_ROUTES, type ProviderRouteName } from '@quittance/contract/provider-routes';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey } from '../../src/identity/api-keys.ts';
import { raisedLimits } from '../../src/platform/limits/limit-config.ts';
import { sealContext } from '../../src/platform/sealing/seal.ts';
import { eraseCustomer } from '../../src/privacy/erase-customer.ts';
import { CALLS } from '../security/calls.ts';
import { addTenant, type Tenant } from '../security/tenants.ts';
import { type Objects, toFileType, toPath, validBodies } from '../security/valid-calls.ts';
import { addCompany, addInvoice } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { useTestPortal } from '../world/test-portal.ts';

const lines: string[] = [];
const portal = useTestPortal({
  limits: raisedLimits(100_000),
  log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
});

type Json = Record<string, unknown>;
type Field = { route: string; path: string; word: string };

const fields: Field[] = [];
const PREFIX = 'Zyxw';

/** Letters only, so that no rule about digits refuses it. */
function newWord(field: Omit<Field, 'word'>): string {
  const letters = String(fields.length).replace(
    /\d/g,
    (digit) => 'abcdefghij'[Number(digit)] ?? '',
  );
  const word = `${PREFIX}${letters}q`;
  fields.push({ ...field, word });
  return word;
}

const jsonNode = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  $ref: z.string().optional(),
});

type Fill = {
  route: string;
  accepts(body: unknown): boolean;
  body: unknown;
  definitions: Readonly<Record<string, unknown>>;
};

function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], body); // because it is only read
}

function withValue(
  body: unknown,
  [key, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (key === undefined) return value;
  const inner = withValue((body as Json | undefined)?.[key], rest, value); // because it is only read
  if (typeof key !== 'number') return { ...(body as Json | undefined), [key]: inner };
  const list = Array.isArray(body) ? [...body] : [];
  list[key] = inner;
  return list;
}

/** Tries a word at each place of the schema that may take text; what the schema refuses has a fixed form. */
function fillAt(fill: Fill, node: unknown, path: readonly (string | number)[]): void {
  const parsed = jsonNode.parse(node);
  const { type, properties, items, anyOf, additionalProperties, $ref, ...fixed } = parsed;
  if ($ref) fillAt(fill, fill.definitions[$ref.replace('#/$defs/', '')], path);
  for (const each of anyOf ?? []) fillAt(fill, each, path);
  for (const [name, each] of Object.entries(properties ?? {})) fillAt(fill, each, [...path, name]);
  if (items) fillAt(fill, items, [...path, 0]);
  if (additionalProperties && typeof additionalProperties === 'object') {
    fillAt(fill, additionalProperties, [...path, 'word']);
  }
  if (type !== 'string' || fixed.enum || fixed.const !== undefined) return;
  const name = path.join('.');
  const given = valueAt(fill.body, path);
  if (/(?:Id|token|key|customerRef|domain)$/i.test(name) && given !== undefined) return;
  const word = newWord({ route: fill.route, path: name });
  const texts = String(given).includes('@') ? [] : [word];
  const tried = [...texts, `${word}@example.com`].map((text) => withValue(fill.body, path, text));
  const accepted = tried.find((body) => fill.accepts(body));
  if (accepted === undefined) fields.pop();
  else fill.body = accepted;
}

function fillWords(route: string, schema: z.ZodType, base: unknown): unknown {
  const accepts = (body: unknown) => schema.safeParse(body).success;
  const shown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fill = { route, accepts, body: base, definitions: shown.$defs ?? {} };
  fillAt(fill, shown, []);
  return fill.body;
}

/** A refused call stores nothing but the request for it, which is searched, too. */
async function send(call: Parameters<typeof portal.ask>[0]): Promise<Json> {
  const answer = await portal.ask(call);
  return answer.statusCode < 300 && answer.body.startsWith('{') ? JSON.parse(answer.body) : {};
}

async function asPayer(name: RouteName, tenant: Tenant): Promise<void> {
  const route: Route = ROUTES[name];
  const { params, query, body } = CALLS[name]({ ...tenant, token: tenant.links.live });
  if (!route.body) return;
  const payload = fillWords(name, route.body, body ?? {});
  await send({
    method: route.method,
    url: pathTo(route.path, params),
    ...(query ? { query } : {}),
    headers: {
      authorization:
        route.who === 'link' ? `Link ${tenant.links.live}` : `Bearer ${tenant.keys.live}`,
      'content-type': 'application/json',
      'user-agent': newWord({ route: name, path: 'user-agent' }),
    },
    payload: JSON.stringify(payload),
  });
}

type Company = { apiKey: string; objects: Objects };

async function asCompany(name: ProviderRouteName, { apiKey, objects }: Company): Promise<Json> {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const base = validBodies(objects, 'N')[name];
  const { type } = toFileType(route);
  const word = type ? newWord({ route: name, path: 'file' }) : '';
  const file = Buffer.from(base instanceof Uint8Array ? base : '').toString('latin1');
  const payload = type
    ? Buffer.from(file.replace(/Ida|mast|hull|receipt/, word), 'latin1')
    : JSON.stringify(route.body ? fillWords(name, route.body, base ?? {}) : undefined);
  const path = toPath(route, objects).replace(
    /name=\w+/,
    () => `name=${newWord({ route: name, path: 'name' })}`,
  );
  return send({
    method: route.method,
    url: providerPath(path),
    headers: {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': `key-${name}`,
      ...(payload === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

/** Calls about the company itself, its staff and its settings. */
const NOT_ABOUT_CUSTOMERS =
  /^\/(?:company|keys|webhook-endpoints|notice-settings|reminder|mail|processor|logo|fees|contrast|events|charges|settings|views\/)/;

const names = <Name extends string>(record: Record<Name, unknown>) => Object.keys(record) as Name[]; // because keys() forgets the union

const COMPANY_CALLS = names(PROVIDER_ROUTES).filter((name) => {
  const route: ProviderRoute = PROVIDER_ROUTES[name];
  const isAbout = !NOT_ABOUT_CUSTOMERS.test(route.path);
  return isAbout && !isReadRoute(route) && name !== 'eraseCustomer';
});
const PAYER_CALLS = names(ROUTES).filter(
  (name) => ROUTES[name].method !== 'GET' && ROUTES[name].who !== 'processor',
);

/** Objects that later calls are about. */
const MADE_BY: Partial<Record<ProviderRouteName, string>> = {
  recordManualPayment: 'paymentId',
  createCreditNote: 'creditNoteId',
  createImport: 'importId',
  addAttachment: 'attachmentId',
};

const found = z.array(z.object({ name: z.string(), column: z.string(), isBytes: z.boolean() }));

/** 'word table.column', with the words of sealed responses after they are opened. */
async function search(companyId: CompanyId): Promise<Map<string, Set<string>>> {
  const { pool, deps } = portal;
  const columns = found.parse(
    (
      await pool.query(`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name,
        quote_ident(column_name) as column, data_type = 'bytea' as "isBytes"
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
    ).rows,
  );
  const places = new Map<string, Set<string>>();
  const note = (place: string, text: string) => {
    for (const [word] of text.matchAll(new RegExp(`${PREFIX}[a-j]+q`, 'gi'))) {
      places.set(place, (places.get(place) ?? new Set()).add(word.toLowerCase()));
    }
  };
  for (const { name, column, isBytes } of columns) {
    const text = isBytes ? `encode(${column}, 'escape')` : `${column}::text`;
    const { rows } = await pool.query<{ text: string }>(
      `select ${text} as text from ${name} where ${text} ilike '%${PREFIX}%'`,
    );
    for (const row of rows) note(`${name.replace('public.', '')}.${column}`, row.text);
  }
  const { rows: answers } = await pool.query(
    'select key, answer_sealed as sealed from provider_calls where company_id = $1 and answer_sealed is not null',
    [companyId],
  );
  for (const { key, sealed } of answers) {
    const context = sealContext.providerCall({ companyId, key });
    note('provider_calls (opened)', deps.sealer.open(sealed, context));
  }
  for (const line of lines) note('log', line);
  return places;
}

describe('What is left of an erased person (R54)', () => {
  it('no word of any field is left, except in the places that docs/privacy.md lists', {
    timeout: 300_000,
  }, async () => {
    const { deps, pool } = portal;
    const company = await addCompany(deps, newMerchant('payengine'));
    const { companyId } = company;
    const actor = { companyId, name: 'test' };
    const scope = { companyId, asProvider: true } as const;
    const { key: apiKey } = await deps.database.inCompany(scope, (tx) =>
      createKey(tx, deps, { actor, name: 'Test', scopes: ['read', 'write', 'money'] }),
    );
    const tenant = await addTenant(portal, { company, marker: 'MARK' });
    await pool.query(`update plans set state = 'CANCELED'`);
    await pool.query(`update invoices set status = 'DUE'`);
    for (const name of PAYER_CALLS) await asPayer(name, tenant);
    const { rows } = await pool.query(`select id from inquiries limit 1`);
    const objects = {
      ...tenant,
      linkId: tenant.requestId,
      paymentId: tenant.attemptId,
      unpaidInvoiceId: tenant.invoiceId,
      inquiryId: rows[0]?.id,
      viewName: 'mine',
      externalRef: 'crm-1',
      position: '1',
    } as unknown as Objects; // because every id is text
    for (const name of COMPANY_CALLS) {
      const { invoiceId } = await addInvoice(deps, company);
      const called: Objects = { ...objects, invoiceId, unpaidInvoiceId: invoiceId };
      const { id } = await asCompany(name, { apiKey, objects: called });
      const made = MADE_BY[name];
      if (made && id) Object.assign(objects, { [made]: id });
    }
    const before = await search(companyId);
    expect(new Set([...before.values()].flatMap((words) => [...words])).size).toBeGreaterThan(70);
    await pool.query(`update plans set state = 'CANCELED'`);
    await pool.query(`update schedules set state = 'CANCELED'`);
    await pool.query('update customers set credit_cents = 0');
    const people = await pool.query(
      'select id, customer_ref as ref from customers where company_id = $1',
      [companyId],
    );
    for (const { id: customerId, ref: customerRef } of people.rows) {
      await deps.database.inCompany({ ...scope, isErasure: true }, (tx) =>
        eraseCustomer(tx, deps, { actor, customerId, reason: 'Asked for', customerRef }),
      );
    }
    const after = await search(companyId);
    const byWord = new Map(
      fields.map(({ word, route, path }) => [word.toLowerCase(), `${route} ${path}`]),
    );
    const left = [...after].map(
      ([place, all]) => `${place}: ${[...all].map((word) => byWord.get(word)).join(', ')}`,
    );
    const documented = readFileSync('docs/privacy.md', 'utf8');
    expect(left.filter((line) => !documented.includes(`\`${line.split(':')[0]}\``))).toEqual([]);
  });
});
