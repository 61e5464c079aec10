/** Signing in with an emailed link, compared with a bare sign-in that writes the same rows. */
import { randomBytes, randomUUID } from 'node:crypto';
import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import { NONCE_COOKIE } from '@quittance/server/platform/http/cookie-names';
import { hashToken, mintToken } from '@quittance/server/platform/sealing/secret-token';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns } from '../measure/interleaved.ts';
import type { Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import type { LoadRequest } from '../programs/load-messages.ts';
import { addCompany, addCustomers, type SeededCompany } from '../seed/add-company.ts';

const CLIENTS = 16;
/** Several companies are needed because each may have only a few open sign-ins at a time. */
const COMPANIES = 20;
const WARM_UP_MS = 1000;
const PER_SECOND = { ours: 800, bare: 2400 } as const;

const SIGN_IN: Row = { name: 'sign-in', label: 'sign-in by a mailed link, 16 clients', bounds: [] };

type MailedLink = { token: string; nonce: string; domain: string };

/** Each link belongs to a different customer because signing in invalidates the customer's other links. */
async function addMailedLinks(bench: Bench, company: SeededCompany, count: number) {
  const { companyId, domain } = company;
  const customerIds = await addCustomers(bench, companyId, count);
  const mailed: MailedLink[] = customerIds.map(() => ({
    token: mintToken(randomBytes),
    nonce: mintToken(randomBytes),
    domain,
  }));
  await bench.pool.query(
    `insert into sign_in_tokens (company_id, id, customer_id, contact_id, token_hash, code_hash, nonce_hash, mail_request_id, created_at, expires_at)
     select $1, gen_random_uuid(), customer_id, gen_random_uuid(), token_hash, 'none', nonce_hash, gen_random_uuid(), now(), now() + interval '15 minutes'
     from unnest($2::uuid[], $3::text[], $4::text[]) as mailed (customer_id, token_hash, nonce_hash)`,
    [
      companyId,
      customerIds,
      mailed.map(({ token }) => hashToken(token)),
      mailed.map(({ nonce }) => hashToken(nonce)),
    ],
  );
  return mailed;
}

async function linksFor(bench: Bench, companies: readonly SeededCompany[], perSecond: number) {
  const count = perSecond * (bench.options.seconds + WARM_UP_MS / 1000);
  const links: MailedLink[] = [];
  for (const company of companies) {
    links.push(...(await addMailedLinks(bench, company, Math.ceil(count / companies.length))));
  }
  return links;
}

function toPortalRequest({ token, nonce, domain }: MailedLink): LoadRequest {
  return {
    method: 'GET',
    path: `${pathTo(ROUTES.signIn.path)}?${new URLSearchParams({ token, domain })}`,
    headers: { cookie: `${NONCE_COOKIE}=${nonce}` },
  };
}

function toBareRequest({ token }: MailedLink): LoadRequest {
  return { method: 'GET', path: `/sign-in/${hashToken(token)}` };
}

async function endLinks({ pool }: Bench): Promise<void> {
  await pool.query('delete from sign_in_tokens');
}

export const SIGN_IN_ROWS: RowGroup = {
  rows: [SIGN_IN],
  async measure(bench) {
    const companies: SeededCompany[] = [];
    while (companies.length < COMPANIES) {
      companies.push(await addCompany(bench, { name: `sign-in-${randomUUID().slice(0, 8)}` }));
    }
    const once = {
      connections: CLIENTS,
      isOnce: true,
      warmUpMs: WARM_UP_MS,
      settle: () => endLinks(bench),
    };
    const { ours, bare } = await measureInTurns(bench, {
      bare: {
        ...once,
        name: 'sign-in, bare',
        origin: bench.bare.url,
        requests: async () =>
          (await linksFor(bench, companies, PER_SECOND.bare)).map(toBareRequest),
      },
      ours: {
        ...once,
        name: 'sign-in',
        origin: bench.portal.url,
        requests: async () =>
          (await linksFor(bench, companies, PER_SECOND.ours)).map(toPortalRequest),
      },
    });
    const measurement = await comparison(bench, { ours, bare, unit: 'sign-ins/s' });
    return [{ row: SIGN_IN, measurement }];
  },
};
