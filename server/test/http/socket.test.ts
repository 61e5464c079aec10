/** The socket (R21, ADR 0013): a link hears about its own request, and nobody about another's. */
import { SOCKET_PATH } from '@quittance/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestCompany } from '../world/company.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let harbor: TestCompany;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await openWorld();
  harbor = await world.company();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => world.close());

function connect(auth: Record<string, string>, headers: Record<string, string> = {}) {
  const socket = io(world.url, {
    path: SOCKET_PATH,
    auth,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: headers,
  });
  sockets.push(socket);
  const heard: string[] = [];
  socket.on('payment_processing', (event) => heard.push(event.paymentProcessingStatus));
  const admitted = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  return { admitted, heard };
}

describe('The socket of a public link', () => {
  it('hears that its payment is in progress and then successful, and others hear nothing', async () => {
    const mine = await world.invoice(harbor);
    const other = await world.invoice(harbor);
    const own = connect({ company: harbor.domain, link: mine.token });
    const foreign = connect({ company: harbor.domain, link: other.token });
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
  ])('refuses %s', async (_what, auth) => {
    expect(await connect(auth()).admitted).toBe(false);
  });

  it("refuses another site's page", async () => {
    const { token } = await world.invoice(harbor);
    const auth = { company: harbor.domain, link: token };
    const { admitted } = connect(auth, { origin: 'https://elsewhere.example' });
    expect(await admitted).toBe(false);
  });
});
