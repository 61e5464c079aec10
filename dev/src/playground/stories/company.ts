/**
 * Acts as a company's own system: adds a customer and an invoice through the provider API, and creates a link to
 * the invoice.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { addDays } from '@quittance/contract/dates';
import { QUITTANCE } from '../../programs.ts';
import type { Stage } from './stage.ts';
import { Refused, sendOk } from './web.ts';

const run = promisify(execFile);

export type CompanyDomain = 'harbor' | 'northwind';

const KEYS = new Map<CompanyDomain, string>();

/** Created once through the command line, as an operator would, and again after a reset has removed it. */
async function createKey(domain: CompanyDomain): Promise<string> {
  const words = ['keys', 'create', domain, '--name', 'Playground', '--json'];
  const { stdout } = await run(process.execPath, [QUITTANCE, ...words]);
  const { key } = JSON.parse(stdout) as { key: string }; // because the command documents it
  KEYS.set(domain, key);
  return key;
}

async function call(
  stage: Stage,
  domain: CompanyDomain,
  sent: { method: 'PUT' | 'POST'; path: string; body: object },
) {
  const { method, path, body } = sent;
  const withKey = (key: string) =>
    sendOk(`${stage.portalUrl}/api/provider/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() },
      body,
    });
  const known = KEYS.get(domain);
  if (!known) return withKey(await createKey(domain));
  try {
    return await withKey(known);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return withKey(await createKey(domain));
  }
}

export type IssuedInvoice = {
  domain: CompanyDomain;
  reference: string;
  token: string;
  url: string;
  customer: { name: string; email: string; reference: string };
};

export type NewInvoice = {
  domain: CompanyDomain;
  title: string;
  totalCents: number;
  dueInDays: number;
  customer: readonly [firstName: string, lastName: string];
};

const TIME_ZONE = 'America/New_York';

export async function issueInvoice(stage: Stage, wanted: NewInvoice): Promise<IssuedInvoice> {
  const { domain, title, totalCents, dueInDays, customer } = wanted;
  const [firstName, lastName] = customer;
  const mark = randomBytes(3).toString('hex');
  const customerRef = `PLAY-${mark}`;
  const email = `${firstName}.${mark}@example.com`.toLowerCase();
  await call(stage, domain, {
    method: 'PUT',
    path: `/customers/by-ref/play-${mark}`,
    body: { customerRef, firstName, lastName, email },
  });
  const reference = `P-${mark.toUpperCase()}`;
  const invoice = await call(stage, domain, {
    method: 'PUT',
    path: `/invoices/by-ref/play-${mark}`,
    body: {
      customerRef,
      accountRef: reference,
      productName: title,
      total: totalCents,
      dueDate: addDays(stage.clock.today(TIME_ZONE), dueInDays),
    },
  });
  const link = await call(stage, domain, {
    method: 'POST',
    path: `/invoices/${String(invoice['id'])}/links`,
    body: {},
  });
  const url = String(link['url']);
  const token = url.split('/').at(-1) ?? '';
  const name = `${firstName} ${lastName}`;
  return { domain, reference, token, url, customer: { name, email, reference: customerRef } };
}
