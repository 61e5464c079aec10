import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { setErrorHandlers } from './error-handler.ts';
import { registerLoadShedding } from './load-shedding.ts';

const app = Fastify();
let letGo: (() => void)[] = [];
const held = () => new Promise<string>((resolve) => letGo.push(() => resolve('done')));

setErrorHandlers(app);
registerLoadShedding(app, { readsMax: 2, allMax: 3 });
app.get('/read', held);
app.post('/pay', { config: { movesMoney: true } }, held);
app.get('/api/health', async () => 'live');

afterEach(() => {
  for (const go of letGo) go();
  letGo = [];
});

const underWay = (count: number) => expect.poll(() => letGo.length, { interval: 5 }).toBe(count);

describe('Load shedding', () => {
  it('refuses reads first and payments last, and never health checks', async () => {
    const reading = [app.inject('/read'), app.inject('/read')];
    await underWay(2);
    const refused = await app.inject('/read');
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({ success: false, message: 'TOO_BUSY' });
    expect(refused.headers['retry-after']).toBe('2');
    const paying = app.inject({ method: 'POST', url: '/pay' });
    await underWay(3);
    expect((await app.inject({ method: 'POST', url: '/pay' })).statusCode).toBe(503);
    expect((await app.inject('/api/health')).statusCode).toBe(200);
    for (const go of letGo) go();
    expect((await paying).statusCode).toBe(200);
    for (const read of reading) expect((await read).statusCode).toBe(200);
  });

  it('accepts reads again when the number of requests falls', async () => {
    const reading = app.inject('/read');
    await underWay(1);
    for (const go of letGo) go();
    expect((await reading).statusCode).toBe(200);
  });
});
