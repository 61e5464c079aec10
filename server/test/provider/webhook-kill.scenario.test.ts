/** A process that dies while it delivers leaves nothing behind that is lost (ADR 0069). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_ADDRESS } from '../../src/outbound/reach.ts';
import { createCustomer } from '../../src/provider/customers.ts';
import { deliverEvents } from '../../src/provider/webhooks/deliver-events.ts';
import { createEndpoint } from '../../src/provider/webhooks/endpoints.ts';
import { createSealer } from '../../src/storage/seal.ts';
import { openWorld, type World } from '../world/world.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const MINUTE_MS = 60_000;
const PROGRAM = fileURLToPath(new URL('./deliver-main.ts', import.meta.url));
const LOADER = new URL('../../../scripts/typescript-loader.mjs', import.meta.url).href;
const REGISTER = `data:text/javascript,import { register } from 'node:module'; register('${LOADER}');`;

let world: World;
let receiver: Receiver;

beforeAll(async () => {
  [world, receiver] = await Promise.all([openWorld(), startReceiver()]);
});
afterAll(async () => {
  await receiver.goDown();
  await world.close();
});

describe('A process that is killed between a delivery and its mark', () => {
  it('is replaced by another one, which delivers the event again', async () => {
    const key = Buffer.alloc(32, 7);
    const deps = { ...world.deps, sealer: createSealer(key), webhookReach: ANY_ADDRESS };
    const { database, clock } = deps;
    const { companyId } = await world.company();
    const actor = { companyId, name: 'test' };
    const scope = { companyId, asProvider: true } as const;
    await database.inCompany(scope, (tx) =>
      createEndpoint(tx, deps, { actor, input: { url: receiver.url, types: null } }),
    );
    const input = { customerRef: 'K-1', firstName: 'Ada', lastName: 'Pine', isTest: false };
    await database.inCompany(scope, (tx) => createCustomer(tx, deps, { actor, input }));

    const { connectionString = '' } = database.pool.options;
    const args = [connectionString, key.toString('base64'), clock.now()];
    const child = spawn(process.execPath, ['--import', REGISTER, PROGRAM, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    receiver.behave(() => {
      child.kill('SIGKILL');
      return null;
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const { rows } = await database.pool.query('select state, tries from webhook_deliveries');
    expect(rows).toEqual([{ state: 'PENDING', tries: 1 }]);

    receiver.accept();
    await deliverEvents(deps);
    expect(receiver.received).toHaveLength(1);
    await world.later(2 * MINUTE_MS);
    await deliverEvents(deps);
    const [lost, again] = receiver.received;
    expect(again?.headers['webhook-id']).toBe(lost?.headers['webhook-id']);
    const after = await database.pool.query('select state, tries from webhook_deliveries');
    expect(after.rows).toEqual([{ state: 'DELIVERED', tries: 2 }]);
  });
});
