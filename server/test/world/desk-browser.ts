/** A browser with the staff console of a company. It stores cookies and calls the desk and the provider API. */
import { randomUUID } from 'node:crypto';
import { DESK_ROUTES, type DeskRouteName } from '@quittance/contract/desk-routes';
import { DESK_HEADER, deskPath } from '@quittance/contract/http/desk-route';
import { providerPath } from '@quittance/contract/http/provider-route';
import type { StaffRole } from '@quittance/contract/identity/roles';
import { createSignInToken } from '../../src/identity/sign-in-tokens.ts';
import { inviteMember } from '../../src/identity/team.ts';
import type { Authenticator, Quirks } from './authenticator.ts';
import type { TestCompany } from './company.ts';
import { toWireBody, typeOf } from './provider-client.ts';
import type { World } from './world.ts';

/** Same as in world.ts. Authenticators sign this origin. */
export const ORIGIN = 'http://portal.test';

export type DeskAnswer = {
  status: number;
  code: string | null;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  body: any; // because a test reads what it expects
  setCookies: string[];
};

type RequestOptions = {
  params?: Record<string, string>;
  body?: unknown;
  key?: string;
  type?: string;
  headers?: Record<string, string>;
};

export function deskBrowser({ url }: Pick<World, 'url'>, domain: string) {
  const jar = new Map<string, string>();

  function keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }

  async function send(method: string, path: string, sent: RequestOptions): Promise<DeskAnswer> {
    const { body, key, type, headers = {} } = sent;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        [DESK_HEADER]: domain,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': typeOf(body, type) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: toWireBody(body) }),
    });
    const setCookies = response.headers.getSetCookie();
    keep(setCookies);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const parsed = isJson && !text.includes('\n{') ? JSON.parse(text) : null;
    const code = response.ok ? null : parsed?.code;
    return { status: response.status, code, text, body: parsed, setCookies };
  }

  const desk = (name: DeskRouteName, { params = {}, ...sent }: RequestOptions = {}) =>
    send(DESK_ROUTES[name].method, deskPath(DESK_ROUTES[name].path, params), sent);

  return {
    jar,
    desk,
    provider: (method: string, path: string, sent: RequestOptions = {}) =>
      send(method, providerPath(path), sent),
    async addPasskey(authenticator: Authenticator, name = 'Work laptop', quirks: Quirks = {}) {
      const offered = await desk('passkeyOptions');
      if (offered.status !== 200) return offered;
      const credential = authenticator.create(offered.body.options, quirks);
      return desk('addPasskey', { body: { name, credential } });
    },
    async prove(authenticator: Authenticator, quirks: Quirks = {}) {
      const { body } = await desk('secondFactorOptions');
      const credential = authenticator.use(body.options, quirks);
      return desk('proveSecondFactor', { body: { credential } });
    },
  };
}

export type DeskBrowser = ReturnType<typeof deskBrowser>;

export type NewMember = { role: StaffRole; email?: string; name?: string };

type Portal = Pick<World, 'deps' | 'url'>;

export async function addMember({ deps }: Portal, company: TestCompany, member: NewMember) {
  const { role, email = `${randomUUID()}@example.com`, name = `A ${role}` } = member;
  const actor = { companyId: company.companyId, name: 'operator' };
  return inviteMember(deps, actor, { role, email, name });
}

export async function signedInStaff(world: Portal, company: TestCompany, member: NewMember) {
  const { id: memberId, email } = await addMember(world, company, member);
  const { companyId, domain } = company;
  const mailed = { owner: { companyId, memberId }, lastsMs: 60_000 };
  const { token, code } = await world.deps.database.asSystem((tx) =>
    createSignInToken(tx, world.deps, mailed),
  );
  const browser = deskBrowser(world, domain);
  await browser.desk('completeSignIn', { body: { domain, token, code } });
  return { ...browser, memberId, email };
}

/** Simulates a passkey that the member has just used, in every session. */
export async function proveNow({ deps }: Portal, memberId: string): Promise<void> {
  await deps.database.pool.query(
    'update staff_sessions set second_factor_at = $2 where member_id = $1',
    [memberId, deps.clock.now()],
  );
}

export async function provedOwner(portal: Portal, company: TestCompany) {
  const owner = await signedInStaff(portal, company, { role: 'owner' });
  await proveNow(portal, owner.memberId);
  return owner;
}
