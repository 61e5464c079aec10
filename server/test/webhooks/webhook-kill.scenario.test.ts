/** A process that dies during delivery loses nothing (ADR 0069). */

import { once } from 'node:events';
import { MINUTE_MS } from '@quittance/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCustomer } from '../../src/customers/manage-customers.ts';
import { ANY_ADDRESS } from '../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../src/webhooks/deliver-events.ts';
import { createEndpoint } from '../../src/webhooks/endpoints.ts';
import { startJob } from '../world/job-process.ts';
import { type Receiver, startReceiver } from '../world/receiver.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let receiver: Receiver;

beforeAll(async () => {
  [world, receiver] = await Promise.all([
    openWorld({ webhookReach: ANY_ADDRESS }),
    startReceiver(),
  ]);
});
afterAll(async () => {
  await receiver.goDown();
  await world.close();
});

describe('A process that is killed between a delivery and its mark', () => {
  it('an event is delivered again when a process is killed before recording the delivery', async () => {
    const { deps } = world;
    const { database } = deps;
    const { companyId } = await world.company();
    const actor = { companyId, name: 'test' };
    const scope = { companyId, asProvider: true } as const;
    await database.inCompany(scope, (tx) =>
      createEndpoint(tx, deps, { actor, input: { url: receiver.url, types: null } }),
    );
    const input = { customerRef: 'K-1', firstName: 'Ada', lastName: 'Pine', isTest: false };
    await database.inCompany(scope, (tx) => createCustomer(tx, deps, { actor, input }));

    const child = startJob(world, 'deliverEvents');
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
