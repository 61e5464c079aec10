/** The socket (R21, ADR 0013): a client receives only events of its own customer or link. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { SOCKET_PATH, SOCKETS_PER_SESSION_MAX } from '@quittance/contract/payments/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterEach, describe, expect, it } from 'vitest';
import { deliverOutbox } from '../../../src/app/jobs/deliver-outbox.ts';
import { openRealtime } from '../../../src/app/realtime/socket.ts';
import { openSession, signOut } from '../../../src/identity/session.ts';
import { announceMethod } from '../../../src/ledger/attempt-events.ts';
import type { TestCompany } from '../../world/company.ts';
import { forFile } from '../../world/for-file.ts';
import { useWorld } from '../../world/world.ts';

const sockets: Socket[] = [];

const world = useWorld();
const harbor = forFile(() => world.company());
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

type Caller = { auth: Record<string, string>; headers?: Record<string, string>; url?: string };

function connect({ auth, headers = {}, url = world.url }: Caller) {
  const socket = io(url, {
    path: SOCKET_PATH,
    auth,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: headers,
  });
  sockets.push(socket);
  const heard: string[] = [];
  const version = new Promise<string>((resolve) => {
    socket.once('connection', (event) => resolve(event.version));
  });
  socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
  socket.on('customer_add_pm', () => heard.push('customer_add_pm'));
  const admitted = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  return { admitted, heard, socket, version };
}

async function signIn({ companyId, customerId }: TestCompany) {
  const { deps } = world;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const session = await deps.database.asSystem((tx) =>
    openSession(tx, deps, { companyId, customerId, visitor }),
  );
  const caller = { auth: { customerId }, headers: { cookie: `AccessToken=${session.cookie}` } };
  const principal = {
    kind: 'customer',
    sessionId: session.id,
    companyId,
    customerId,
    signedInAt: deps.clock.now(),
    isDemo: false,
  } as const;
  return { caller, principal };
}

describe('The socket of a public link', () => {
  it('a link receives the progress of its own payment, and other links receive nothing', async () => {
    const mine = await world.invoice(harbor);
    const other = await world.invoice(harbor);
    const own = connect({ auth: { company: harbor.domain, link: mine.token } });
    const foreign = connect({ auth: { company: harbor.domain, link: other.token } });
    expect(await Promise.all([own.admitted, foreign.admitted])).toEqual([true, true]);

    await world.payer(harbor, mine).pay();
    await world.runJobs();

    await expect.poll(() => own.heard).toEqual(['in_progress', 'success']);
    expect(foreign.heard).toEqual([]);
  });

  it.each([
    ['nothing', () => ({})],
    ['a link that does not exist', () => ({ company: harbor.domain, link: 'a'.repeat(32) })],
    ['a bare customer id', () => ({ customerId: harbor.customerId })],
  ])('a socket of a link with %s is refused', async (_what, auth) => {
    expect(await connect({ auth: auth() }).admitted).toBe(false);
  });

  it("the socket of a link refuses connections from another site's page", async () => {
    const { token } = await world.invoice(harbor);
    const auth = { company: harbor.domain, link: token };
    const { admitted } = connect({ auth, headers: { origin: 'https://elsewhere.example' } });
    expect(await admitted).toBe(false);
  });
});

describe('The socket of a customer', () => {
  it('a session receives the events of its own customer only', async () => {
    const northwind = await world.company();
    const mine = connect((await signIn(harbor)).caller);
    const foreign = connect((await signIn(northwind)).caller);
    expect(await Promise.all([mine.admitted, foreign.admitted])).toEqual([true, true]);

    await world.payer(harbor, await world.invoice(harbor)).pay();
    await world.runJobs();
    await expect.poll(() => mine.heard).toEqual(['in_progress', 'success']);

    world.realtime.emit([{ kind: 'customer_add_pm', customerId: harbor.customerId }]);
    await expect.poll(() => mine.heard).toContain('customer_add_pm');
    expect(foreign.heard).toEqual([]);
  });

  it('a socket is refused for a mismatched id and cookie, for two cookies, and from another site', async () => {
    const northwind = await world.company();
    const { caller } = await signIn(harbor);
    const { cookie } = caller.headers;
    const refused: Caller[] = [
      { ...caller, auth: { customerId: northwind.customerId } },
      { ...caller, headers: { cookie: `${cookie}; ${cookie}` } },
      { ...caller, headers: { cookie, origin: 'https://elsewhere.example' } },
      { ...caller, headers: { cookie, 'sec-fetch-site': 'cross-site' } },
    ];
    const admitted = await Promise.all(refused.map((each) => connect(each).admitted));
    expect(admitted).toEqual(refused.map(() => false));
  });

  it('a socket is disconnected when the session ends, in this browser or everywhere', async () => {
    const here = await signIn(harbor);
    const there = await signIn(harbor);
    const [one, two] = [connect(here.caller), connect(there.caller)];
    expect(await Promise.all([one.admitted, two.admitted])).toEqual([true, true]);

    await signOut(world.deps, here.principal, 'here');
    await world.runJobs();
    await expect.poll(() => one.socket.connected).toBe(false);
    expect(two.socket.connected).toBe(true);
    expect(await connect(here.caller).admitted).toBe(false);

    const third = await signIn(harbor);
    await signOut(world.deps, third.principal, 'everywhere');
    await world.runJobs();
    await expect.poll(() => two.socket.connected).toBe(false);
  });

  it('a session can open at most five sockets, even concurrently', async () => {
    const { caller } = await signIn(harbor);
    const opened = await Promise.all(
      Array.from({ length: SOCKETS_PER_SESSION_MAX + 3 }, () => connect(caller).admitted),
    );
    expect(opened.filter((isAdmitted) => isAdmitted)).toHaveLength(SOCKETS_PER_SESSION_MAX);
    for (const socket of sockets) socket.disconnect();
    await expect.poll(() => connect(caller).admitted).toBe(true);
  });
});

describe('Two server processes on one database', () => {
  it('events and session ends reach clients connected to another process', async () => {
    const http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    const address = http.address();
    const port = typeof address === 'object' ? address?.port : null;
    const other = openRealtime(world.deps, http);
    try {
      const { caller, principal } = await signIn(harbor);
      const { admitted, heard, socket } = connect({ ...caller, url: `http://127.0.0.1:${port}` });
      expect(await admitted).toBe(true);
      // Listening begins shortly after startup. Earlier notifications are lost.
      await expect
        .poll(async () => {
          const { database, clock } = world.deps;
          await database.inCompany(harbor, (tx) => announceMethod(tx, harbor, clock.now()));
          await deliverOutbox(world.deps, world.realtime);
          return heard.length;
        })
        .toBeGreaterThan(0);

      await signOut(world.deps, principal, 'here');
      await deliverOutbox(world.deps, world.realtime);
      await expect.poll(() => socket.connected).toBe(false);
    } finally {
      other.close();
      http.close();
    }
  });
});

describe('The version of what the pages of a socket show (R21)', () => {
  const open = async (caller: () => Caller): Promise<string> => connect(caller()).version;

  it('the version of a link changes with its own payment and with no other', async () => {
    const mine = await world.invoice(harbor);
    const other = await world.invoice(harbor);
    const link = () => ({ auth: { company: harbor.domain, link: mine.token } });
    const first = await open(link);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    await world.payer(harbor, other).pay();
    expect(await open(link)).toBe(first);
    await world.payer(harbor, mine).pay();
    expect(await open(link)).not.toBe(first);
  });

  it('the version of a session changes with every payment of its customer', async () => {
    const { caller } = await signIn(harbor);
    const first = await open(() => caller);
    expect(await open(() => caller)).toBe(first);
    await world.payer(harbor, await world.invoice(harbor)).pay();
    expect(await open(() => caller)).not.toBe(first);
  });
});
