import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { requireLimits } from './limit-hook.ts';

describe('Limits of routes (R23)', () => {
  it('an application with a route that declares no limits does not start', async () => {
    const app = Fastify();
    requireLimits(app);
    app.get('/limited', { config: { limits: ['publicRead'] } }, async () => 'here');
    app.get('/unlimited', async () => 'here');
    await expect(app.ready()).rejects.toThrow('Routes declare no limits: /unlimited');
  });
});
