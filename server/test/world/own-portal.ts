/**
 * The real app over HTTP on a separate database, for calls that move no money: no processor is running. Customers
 * use a session as the sign-in would create it.
 */

import { randomUUID } from 'node:crypto';
import { type CustomerId, customerIdSchema } from '@quittance/contract/ids';
import { type Logger, pino } from 'pino';
import { z } from 'zod';
import { buildApp } from '../../src/app/app.ts';
import { mintBearer, openSession } from '../../src/identity/session.ts';
import { addMs, fixedClock } from '../../src/kernel/clock.ts';
import type { Deps } from '../../src/kernel/deps.ts';
import { SESSION_COOKIE } from '../../src/platform/http/cookie-names.ts';
import { createHttpClient } from '../../src/platform/outbound/http-client.ts';
import { createProcessors } from '../../src/processors/registry.ts';
import { customers } from '../../src/schema/customers.ts';
import { freshDatabase } from '../database.ts';
import {
  addCompany,
  addInvoice,
  type CompanySettings,
  type InvoiceSettings,
  type TestCompany,
} from './company.ts';
import { forFile } from './for-file.ts';
import { newMerchant } from './merchant.ts';
import { testDeps } from './test-deps.ts';

export const NOW = '2026-11-15T15:00:00.000Z';

const answerSchema = z.looseObject({ success: z.boolean(), message: z.string().optional() });

type Call = { method?: string; body?: unknown };

export type Caller = {
  customerId: CustomerId;
  sessionId: string;
  cookie: { cookie: string };
  fetch(path: string, call?: Call): Promise<Response>;
  /** Status and body together, so that a response is compared as a whole. */
  call(path: string, call?: Call): Promise<{ status: number; body: z.infer<typeof answerSchema> }>;
};

type Guest = { url: string; deps: Deps };

async function signInTo({ url, deps }: Guest, whose: TestCompany): Promise<Caller> {
  const { companyId, customerId } = whose;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { session, bearer } = await deps.database.asSystem(async (tx) => {
    const opened = await openSession(tx, deps, { companyId, customerId, visitor });
    return { session: opened, bearer: await mintBearer(tx, deps, opened) };
  });
  const send = (path: string, { method = 'GET', body }: Call = {}) =>
    fetch(`${url}/api/portal/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    customerId,
    sessionId: session.id,
    cookie: { cookie: `${SESSION_COOKIE}=${session.cookie}` },
    fetch: send,
    async call(path, call) {
      const answer = await send(path, call);
      return { status: answer.status, body: answerSchema.parse(await answer.json()) };
    },
  };
}

function depsFor(database: Deps['database'], log: Logger) {
  const clock = fixedClock(NOW);
  const http = createHttpClient();
  const processors = createProcessors({ http, clock, baseUrls: {}, acceptsLiveKeys: false });
  return { deps: testDeps({ database, clock, processors, log }), clock, http };
}

export async function openOwnPortal(log = pino({ level: 'silent' })) {
  const fresh = await freshDatabase();
  const { deps, clock, http } = depsFor(fresh.database, log);
  const app = await buildApp(deps, {
    checksAnswers: true,
    readiness: async () => ({ database: true, migrations: true, worker: true }),
    webFolder: null,
    isHttps: false,
    trustedProxies: [],
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    deps,
    pool: fresh.database.pool,
    company: (settings: CompanySettings = {}) =>
      addCompany(deps, newMerchant(settings.processor ?? 'payengine'), settings),
    invoice: (company: TestCompany, settings?: InvoiceSettings) =>
      addInvoice(deps, company, settings),
    async neighbor(company: TestCompany): Promise<TestCompany> {
      const id = customerIdSchema.parse(randomUUID());
      const { companyId } = company;
      const refs = { customerRef: `C-${id.slice(0, 8)}`, internalRef: id };
      const names = { firstName: 'Noah', lastName: 'Berg' };
      await deps.database.asSystem((tx) =>
        tx.insert(customers).values({ companyId, id, ...names, ...refs, createdAt: clock.now() }),
      );
      return { ...company, customerId: id };
    },
    signIn: (whose: TestCompany) => signInTo({ url, deps }, whose),
    later(ms: number): void {
      clock.travelTo(addMs(clock.now(), ms));
    },
    async close(): Promise<void> {
      await app.close();
      await http.close();
      await fresh.drop();
    },
  };
}

export type OwnPortal = Awaited<ReturnType<typeof openOwnPortal>>;

export function useOwnPortal(log?: Logger): OwnPortal {
  return forFile(
    () => openOwnPortal(log),
    (portal) => portal.close(),
  );
}
