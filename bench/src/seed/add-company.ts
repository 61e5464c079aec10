/** Seeds a company at the benchmark's processor, with customers and their sessions, links and saved cards. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CompanyId,
  type CustomerId,
  companyIdSchema,
  customerIdSchema,
  methodIdSchema,
} from '@quittance/contract/ids';
import { brandColumns } from '@quittance/server/companies/store';
import { hashLinkToken, mintLinkToken } from '@quittance/server/identity/link-token';
import { type Sealer, sealContext } from '@quittance/server/platform/sealing/seal';
import { hashToken, mintToken } from '@quittance/server/platform/sealing/secret-token';
import type pg from 'pg';

export type SeedTools = { pool: pg.Pool; sealer: Sealer };

export type SeededCompany = { companyId: CompanyId; domain: string; webhookSecret: string };

const FEES = { card: 300, ach: 80, cardFixed: 30, achFixed: 0 };
const PREFERENCE = {
  isContractsVisible: true,
  feeSettings: null,
  isFeePayerCompany: null,
  maxInstallments: 6,
  isIncreasedInstallmentsActive: false,
  maxIncreasedInstallments: 12,
  increasedInstallmentsAmount: 500_000,
  maxExtensionDays: 30,
};
const CARD_TOKEN = 'card_bench';

async function insertSecrets({ pool, sealer }: SeedTools, company: SeededCompany): Promise<void> {
  const { companyId, webhookSecret } = company;
  await pool.query('insert into company_secrets values ($1, $2, $3)', [
    companyId,
    sealer.seal(`sk_test_${companyId}`, sealContext.processorKey(companyId)),
    sealer.seal(webhookSecret, sealContext.webhookSecret(companyId)),
  ]);
  // Without this, a process that starts later would reconcile all seeded payments.
  await pool.query(
    `insert into reconciliations (company_id, id, processor, covers_from, covers_to, finished_at, differences, is_clean)
     values ($1, gen_random_uuid(), 'payengine', now() - interval '3 days', now(), now(), '{}', true)`,
    [companyId],
  );
}

export async function addCompany(
  seeding: SeedTools,
  { name, timeZone = 'America/New_York' }: { name: string; timeZone?: string },
): Promise<SeededCompany> {
  const companyId = companyIdSchema.parse(randomUUID());
  const company = { companyId, domain: name, webhookSecret: `whsec_${randomUUID()}` };
  const colors = { mainColor: '#0f766e', secondaryColor: '#134e4a' };
  const processorData = { publicKey: null, scriptUrl: null, merchantId: `mer_${name}` };
  await seeding.pool.query(
    `insert into companies (company_id, domain, name, legal_name, main_color, secondary_color, palette,
       processor, processor_data, rules, fee_settings, is_fee_payer_company, preference, time_zone, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'payengine', $8, $9, $10, false, $11, $12, now())`,
    [
      companyId,
      name,
      `Company ${name}`,
      `Company ${name} LLC`,
      colors.mainColor,
      colors.secondaryColor,
      JSON.stringify(brandColumns(colors).palette),
      JSON.stringify({ ...processorData, settings: {} }),
      JSON.stringify({ availablePaymentOptions: [], restrictedPaymentMethods: [] }),
      JSON.stringify(FEES),
      JSON.stringify(PREFERENCE),
      timeZone,
    ],
  );
  await insertSecrets(seeding, company);
  return company;
}

export async function addCustomers(
  { pool }: SeedTools,
  companyId: CompanyId,
  count: number,
): Promise<CustomerId[]> {
  const ids = Array.from({ length: count }, () => customerIdSchema.parse(randomUUID()));
  await pool.query(
    `insert into customers (company_id, id, first_name, last_name, customer_ref, internal_ref, created_at)
     select $1, id, 'Maya', 'Ortiz', 'C-' || id, 'customer-' || id, now() from unnest($2::uuid[]) id`,
    [companyId, ids],
  );
  return ids;
}

/**
 * Each customer needs a separate IP address because calls per address are limited and payments from the same
 * address wait for each other (R23).
 */
export const toAddress = (index: number) => `198.18.${index >> 8}.${index & 255}`;

export type CustomerKey = { companyId: CompanyId; customerId: CustomerId };

export type Session = { bearer: string; cookie: string };

const HOURS = 12;

/**
 * Works like a sign-in, except that the bearer tokens last as long as the sessions. Results are in the order of the
 * customers.
 */
export async function signInAll(
  { pool }: SeedTools,
  companyId: CompanyId,
  customerIds: readonly CustomerId[],
): Promise<Session[]> {
  const sessions = customerIds.map(() => ({
    id: randomUUID(),
    bearer: mintToken(randomBytes),
    cookie: mintToken(randomBytes),
  }));
  await pool.query(
    `with signed_in as (
       select * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[])
         as signed_in (customer_id, session_id, cookie_hash, bearer_hash)),
     opened as (
       insert into sessions (company_id, id, customer_id, token_hash, created_at, last_seen_at, expires_at, address, user_agent)
       select $1, session_id, customer_id, cookie_hash, now(), now(), now() + make_interval(hours => ${HOURS}), '127.0.0.1', 'bench'
       from signed_in)
     insert into bearers (company_id, id, session_id, customer_id, token_hash, created_at, expires_at)
     select $1, gen_random_uuid(), session_id, customer_id, bearer_hash, now(), now() + make_interval(hours => ${HOURS})
     from signed_in`,
    [
      companyId,
      customerIds,
      sessions.map(({ id }) => id),
      sessions.map(({ cookie }) => hashToken(cookie)),
      sessions.map(({ bearer }) => hashToken(bearer)),
    ],
  );
  return sessions;
}

export async function signIn(
  seeding: SeedTools,
  { companyId, customerId }: CustomerKey,
): Promise<Session> {
  const [session] = await signInAll(seeding, companyId, [customerId]);
  if (!session) throw new Error('the session was not written');
  return session;
}

export async function addCards(
  { pool, sealer }: SeedTools,
  companyId: CompanyId,
  customerIds: readonly CustomerId[],
): Promise<string[]> {
  const methodIds = customerIds.map(() => methodIdSchema.parse(randomUUID()));
  const tokens = methodIds.map((methodId) =>
    sealer.seal(CARD_TOKEN, sealContext.methodToken({ companyId, methodId })),
  );
  await pool.query(
    `insert into payment_methods (company_id, id, customer_id, processor, kind, brand, last4, token_sealed, created_at)
     select $1, id, customer_id, 'payengine', 'card', 'visa', '4242', token, now()
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as card (id, customer_id, token)`,
    [companyId, methodIds, customerIds, tokens],
  );
  return methodIds;
}

export async function addLink(
  { pool }: SeedTools,
  { companyId, customerId }: CustomerKey,
  requestId: string,
): Promise<string> {
  const token = mintLinkToken(randomBytes);
  await pool.query(
    `insert into capabilities (company_id, id, token_hash, request_id, customer_id, scope, created_at, expires_at)
     values ($1, gen_random_uuid(), $2, $3, $4, 'pay', now(), now() + interval '90 days')`,
    [companyId, hashLinkToken(token), requestId, customerId],
  );
  return token;
}
