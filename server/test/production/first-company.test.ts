/** The first start of `quittance serve` prints the operator's link, which creates the first company and its owner. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@quittance/dev/free-port';
import pg from 'pg';
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
  it('the printed link creates one company with its owner, however often it is submitted at once', async () => {
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
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    const companies = async () => (await client.query('select domain from companies')).rows;
    await client.query("alter table staff_members add constraint refused check (role = '')");
    expect((await setUp({ ...company, token })).cookies).toEqual([]);
    expect(await companies()).toEqual([]);
    await client.query('alter table staff_members drop constraint refused');
    const submits = ['harbor', 'harbor', 'other', 'another'].map((domain) =>
      setUp({ ...company, domain, token }),
    );
    const answers = await Promise.all(submits);
    const [created, ...more] = answers.filter(({ cookies }) => cookies.length > 0);
    expect(more).toEqual([]);
    expect(answers.filter(({ body }) => body.code === 'SIGN_IN_LINK_DEAD')).toHaveLength(3);
    expect(await companies()).toHaveLength(1);
    await client.end();
    expect(created?.body).toMatchObject({
      member: { email: 'olivia@example.com', role: 'owner' },
      company: { name: 'Harbor Dental' },
    });
    expect(created?.cookies.join()).toContain('desk');
    const again = await setUp({ ...company, domain: 'another', token });
    expect(again.body).toMatchObject({ code: 'SIGN_IN_LINK_DEAD' });
  });
});
