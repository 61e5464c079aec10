/** A socket cannot bypass the limits of the API (R21, R23): handshakes count like calls. */
import { SOCKET_PATH, SOCKETS_PER_SESSION_MAX } from '@quittance/contract/payments/realtime';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRealtime, type Realtime } from '../../src/app/realtime/socket.ts';
import { addCompany, addInvoice, type TestCompany, type TestInvoice } from '../world/company.ts';
import { newMerchant } from '../world/merchant.ts';
import { openTestPortal, type TestPortal } from '../world/test-portal.ts';
import { unknownIds } from './tenants.ts';

let portal: TestPortal;
let realtime: Realtime;
let url: string;
let harbor: TestCompany;
let invoice: TestInvoice;
const sockets: Socket[] = [];

beforeAll(async () => {
  portal = await openTestPortal();
  realtime = openRealtime(portal.deps, portal.app.server, { trustedProxies: ['loopback'] });
  url = await portal.app.listen({ host: '127.0.0.1', port: 0 });
  harbor = await addCompany(portal.deps, newMerchant('payengine'));
  invoice = await addInvoice(portal.deps, harbor);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(async () => {
  realtime.close();
  await portal.close();
});

function connect(auth: Record<string, string>, from: string): Promise<string> {
  const socket = io(url, {
    path: SOCKET_PATH,
    auth,
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
    extraHeaders: { 'x-forwarded-for': from },
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connect'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });
}

async function inTurn(count: number, open: () => Promise<string>): Promise<string[]> {
  const answers: string[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await open());
  return answers;
}

const withLink = (link: string, from: string) => connect({ company: harbor.domain, link }, from);
const repeated = (count: number, text: string) => Array.from({ length: count }, () => text);

describe('Sockets (R23)', () => {
  it('a client can guess ten links in ten minutes across the socket and the API', async () => {
    const from = '198.51.100.1';
    const guesses = await inTurn(11, () => withLink(unknownIds().token, from));
    expect(guesses).toEqual([...repeated(10, 'UNAUTHORIZED'), 'TOO_MANY_REQUESTS']);
    expect(await withLink(invoice.token, from)).toBe('TOO_MANY_REQUESTS');
    const read = await portal.ask({
      url: `/api/portal/public/account/${invoice.domain}/${invoice.token}`,
      remoteAddress: from,
    });
    expect(read.statusCode).toBe(429);
    expect(await withLink(invoice.token, '198.51.100.2')).toBe('connect');
  });

  it('a client can try a hundred sessions in ten minutes', async () => {
    const guess = () => connect({ customerId: harbor.customerId }, '198.51.100.3');
    const answers = await inTurn(101, guess);
    expect(answers).toEqual([...repeated(100, 'UNAUTHORIZED'), 'TOO_MANY_REQUESTS']);
  });

  it('the socket limit of a link equals the socket limit of a session', async () => {
    const open = () => withLink(invoice.token, '198.51.100.4');
    const answers = await inTurn(SOCKETS_PER_SESSION_MAX + 1, open);
    expect(answers.at(-1)).toBe('TOO_MANY_REQUESTS');
    expect(answers.slice(0, -1)).toEqual(repeated(SOCKETS_PER_SESSION_MAX, 'connect'));
  });

  it('sockets do not reveal internal errors to the client', async () => {
    const { database } = portal.deps;
    const { inCompany, asSystem, readForCompany, readAlone, readAloneInCompany } = database;
    const fail = () => Promise.reject(new Error('Failed query: select secret'));
    const broken = {
      inCompany: fail,
      asSystem: fail,
      readForCompany: fail,
      readAlone: fail,
      readAloneInCompany: fail,
    };
    Object.assign(database, broken);
    const answer = await withLink(invoice.token, '198.51.100.5');
    Object.assign(database, { inCompany, asSystem, readForCompany, readAlone, readAloneInCompany });
    expect(answer).toBe('UNEXPECTED');
  });
});
