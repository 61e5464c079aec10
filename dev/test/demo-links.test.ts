/** Tests the secrets of the demo companies (links and keys), and seeding a second time. */
import { addDays } from '@quittance/contract/dates';
import { companyIdSchema, methodIdSchema } from '@quittance/contract/ids';
import { sealContext } from '@quittance/server/platform/sealing/seal';
import { resolveLink } from '@quittance/server/requests/resolve-link';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../server/test/database.ts';
import type { DemoSummary } from '../src/seed/demo-links.ts';
import { seedDemo } from '../src/seed/seed-demo.ts';
import { mintDeskLink } from '../src/seed/staff/desk-link.ts';
import {
  type Demo,
  DOMAINS,
  freshDemo,
  sealer,
  seedDeps,
  TODAY,
  toLinks,
  toToken,
} from './demo.ts';

let demo: Demo;

beforeAll(async () => {
  demo = await freshDemo();
});

afterAll(() => demo.drop());

describe('Public links of the demo companies (R4)', () => {
  it('a demo link opens its own invoice, and only at its own company', async () => {
    const links = toLinks(demo.summary);
    expect(links.length).toBeGreaterThan(15);
    const deps = seedDeps(demo);
    for (const { url, domain } of links) {
      expect(url).toMatch(new RegExp(`^http://localhost:3000/${domain}/pay/[a-z2-7]{32}$`));
      const token = toToken(url);
      expect(await resolveLink(deps, { token, company: domain })).not.toBeNull();
      expect(await resolveLink(deps, { token, company: 'elsewhere' })).toBeNull();
    }
  });

  it('every open demo invoice has a link until 90 days after its due date', async () => {
    const open = await demo.rows<{ account_ref: string }>(
      `select account_ref from invoices where status in
       ('DUE', 'IN_COLLECTION', 'DEFAULTED', 'PAYMENT_EXTENSION', 'PAYMENT_PLAN_IN_PROGRESS')`,
    );
    const linked = toLinks(demo.summary).map((link) => link.invoiceRef);
    expect(linked).toEqual(expect.arrayContaining(open.map((row) => row.account_ref)));
    const [crown] = await demo.rows<{ expires_on: string }>(
      `select (expires_at at time zone 'America/New_York')::date::text as expires_on
       from capabilities join requests on requests.id = request_id
       join invoices on invoices.id = invoice_id where account_ref = 'HD-2058'`,
    );
    expect(crown?.expires_on).toBe(addDays(TODAY, 16 + 90));
  });
});

describe('Staff of the demo companies (R47)', () => {
  it('each demo company has an owner, a clerk and a viewer, and one owner gets a sign-in link', async () => {
    const members = await demo.rows<{ domain: string; roles: string }>(
      `select domain, string_agg(role, ' ' order by role) as roles
       from staff_members join companies using (company_id) group by 1`,
    );
    expect(members.map(({ domain }) => domain).sort()).toEqual([...DOMAINS, 'showroom'].sort());
    for (const { roles } of members) expect(roles).toBe('clerk owner viewer');
    const deps = seedDeps(demo);
    const [first, second] = [await mintDeskLink(deps), await mintDeskLink(deps)];
    expect(first?.url).toMatch(/^http:\/\/localhost:3000\/desk\/harbor\/sign-in#token=[\w-]{65}$/);
    expect(first?.code).toMatch(/^\d{6}$/);
    expect(second?.url).not.toBe(first?.url);
  });
});

describe('Secrets of the demo companies', () => {
  it('no table stores a demo secret in plain text', async () => {
    const plain = [
      ...toLinks(demo.summary).map((link) => toToken(link.url)),
      ...DOMAINS.flatMap((domain) => [`sk_test_sandbox_${domain}`, `whsec_sandbox_${domain}`]),
      'tok_sandbox_',
    ];
    const columns = await demo.rows<{ name: string; column: string }>(
      `select c.table_schema || '.' || c.table_name as name, column_name as column
       from information_schema.columns c join information_schema.tables t
         on t.table_schema = c.table_schema and t.table_name = c.table_name
       where c.table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
         and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`,
    );
    expect(columns.length).toBeGreaterThan(80);
    for (const { name, column } of columns) {
      const found = await demo.rows<{ secret: string }>(
        `select secret from unnest($1::text[]) as secret
         where exists (select from ${name} t where position(secret in t."${column}"::text) > 0)`,
        [plain],
      );
      expect([name, column, found]).toEqual([name, column, []]);
    }
  });

  it('a demo secret can be decrypted with the key only in its own context', async () => {
    const [secret] = await demo.rows<{ company_id: string; processor_key_sealed: string }>(
      `select * from company_secrets join companies using (company_id) where domain = 'harbor'`,
    );
    const companyId = companyIdSchema.parse(secret?.company_id);
    expect(
      sealer.open(secret?.processor_key_sealed ?? '', sealContext.processorKey(companyId)),
    ).toBe('sk_test_sandbox_harbor');
    const [method] = await demo.rows<{ id: string; token_sealed: string }>(
      `select id, token_sealed from payment_methods where company_id = $1 and last4 = '4242'`,
      [companyId],
    );
    const place = sealContext.methodToken({
      companyId,
      methodId: methodIdSchema.parse(method?.id),
    });
    expect(sealer.open(method?.token_sealed ?? '', place)).toBe(
      'tok_sandbox_harbor_HDG-10417_visa_4242',
    );
  });
});

async function fingerprint(): Promise<Record<string, string>> {
  const tables = await demo.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const prints: [string, string][] = [];
  for (const { name } of tables) {
    const [found] = await demo.rows<{ print: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${name} t`,
    );
    prints.push([name, found?.print ?? '']);
  }
  return Object.fromEntries(prints);
}

describe('Seeding again', () => {
  it('seeding again changes nothing', async () => {
    const before = await fingerprint();
    expect(await seedDemo(seedDeps(demo))).toBeNull();
    expect(await fingerprint()).toEqual(before);
  });

  it('seeding again replaces lost links and keeps old links valid', async () => {
    const before = await fingerprint();
    const again = await seedDemo(seedDeps(demo, { needsLinks: true }));
    const strip = (some: DemoSummary | null) => toLinks(some).map(({ url: _, ...link }) => link);
    expect(strip(again)).toEqual(strip(demo.summary));
    const tokens = [...toLinks(demo.summary), ...toLinks(again)].map((link) => toToken(link.url));
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(await resolveLink(seedDeps(demo), { token })).not.toBeNull();
    const { capabilities: _, ...after } = await fingerprint();
    expect(before).toMatchObject(after);
  });

  it('seeding again updates the sandbox URL', async () => {
    await seedDemo(seedDeps(demo, { sandboxUrl: 'http://localhost:5010' }));
    const found = await demo.rows<{ url: string | null }>(
      `select processor_data ->> 'scriptUrl' as url from companies where domain = 'harbor'`,
    );
    expect(found).toEqual([
      { url: 'http://localhost:5010/payengine/js/1.0.0/securefields.min.js' },
    ]);
  });

  it('two processes that start at the same time seed the demo data once', async () => {
    const other = await freshDatabase();
    const results = await Promise.all([seedDemo(seedDeps(other)), seedDemo(seedDeps(other))]);
    const { rows: counted } = await other.database.pool.query('select 1 from companies');
    await other.drop();
    expect(counted).toHaveLength(4);
    expect(results.filter((result) => result === null)).toHaveLength(1);
  });
});
