/** The first start of `quittance serve` prints the operator's link, which creates the first company and its owner. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FreshDatabase, freshDatabase } from '../database.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

let fresh: FreshDatabase;
let folder: string;
let serve: ServeProcess;
let url: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'first-company-'));
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  serve = startServe({
    words: ['--processes', '1', '--allow-http'],
    environment: {
      DATABASE_URL: fresh.url,
      PUBLIC_URL: url,
      PORT: port,
      SECRET_KEY: randomBytes(32).toString('base64'),
    },
    folder,
  });
  await serve.ready();
});
afterAll(async () => {
  await serve.stop();
  await fresh.drop();
  await rm(folder, { recursive: true });
});

const answerSchema = z.looseObject({ code: z.string().optional() });

async function setUp(body: object) {
  const response = await fetch(`${url}/api/desk/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  return {
    cookies: response.headers.getSetCookie(),
    body: answerSchema.parse(await response.json()),
  };
}

describe('The first company of an installation (R75)', () => {
  it('the printed link creates one company, and its owner is signed in', async () => {
    const link = /\/desk\/setup#token=(\S+)/;
    await expect.poll(() => serve.said()).toMatch(link);
    const [, token = ''] = link.exec(await serve.said()) ?? [];
    const company = {
      name: 'Harbor Dental',
      domain: 'harbor',
      timeZone: 'America/New_York',
      processor: 'payengine',
      owner: { name: 'Olivia Owens', email: 'olivia@example.com' },
    };
    const forged = await setUp({ ...company, token: `${token}x` });
    expect(forged.body).toMatchObject({ code: 'SIGN_IN_LINK_DEAD' });
    const created = await setUp({ ...company, token });
    expect(created.body).toMatchObject({
      member: { email: 'olivia@example.com', role: 'owner' },
      company: { name: 'Harbor Dental' },
    });
    expect(created.cookies.join()).toContain('desk');
    const again = await setUp({ ...company, domain: 'another', token });
    expect(again.body).toMatchObject({ code: 'SIGN_IN_LINK_DEAD' });
  });
});
