/**
 * kill -9 at every point between a charge and its settlement (ADR 0004): the charge is found again and made only
 * once. Only part of a full run, like kills.scenario.test.ts, which kills servers at random moments.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicInvoiceSchema } from '@quittance/contract/invoices/portal-schemas';
import { freePort } from '@quittance/dev/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { HARBOR } from '../world/merchant.ts';
import { demoLink, type PortalPlace, startPortal } from '../world/portal-process.ts';
import { CARDS, type Sandbox, startSandbox } from '../world/sandbox-process.ts';

const answerSchema = z.object({ account: publicInvoiceSchema });

let sandbox: Sandbox;
let place: PortalPlace;
let portal: Awaited<ReturnType<typeof startPortal>>;

beforeAll(async () => {
  if (!isFullRun) return;
  sandbox = await startSandbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-kill-'));
  place = { dataDir, port: await freePort(), sandboxUrl: sandbox.url };
  portal = await startPortal(place);
});

afterAll(async () => {
  await portal?.stop();
  await sandbox?.stop();
  if (place) await rm(place.dataDir, { recursive: true, force: true });
});

async function readInvoice(link: { domain: string; token: string }) {
  const answer = await fetch(
    `${portal.url}/api/portal/public/account/${link.domain}/${link.token}`,
  );
  return answerSchema.parse(await answer.json()).account;
}

describe.runIf(isFullRun)('kill -9 between charge and settle (ADR 0004)', () => {
  it('a payment is found after a server restart and paid with one charge', {
    timeout: 120_000,
  }, async () => {
    const link = await demoLink(place.dataDir, 'HD-2041');
    const { payable, requestId } = await readInvoice(link);
    const token = await sandbox.cardToken(HARBOR, CARDS.pays);
    await sandbox.fault({ operation: 'sale', fault: 'slow', delayMs: 15_000 });
    const submitted = fetch(`${portal.url}/api/portal/request/${requestId}/full/submit`, {
      method: 'POST',
      headers: {
        authorization: `Link ${link.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({
        processor: 'payengine',
        quote: { amount: payable.amount, fee: payable.fees.card.fee },
        paymentInfo: { paymentType: 'card', token },
      }),
    }).catch(() => 'lost');
    await expect.poll(() => sandbox.records(HARBOR)).toHaveLength(1);

    await portal.killAll();
    expect(await submitted).toBe('lost');
    portal = await startPortal(place);

    expect((await readInvoice(link)).status).toBe('PENDING');
    await expect
      .poll(async () => (await readInvoice(link)).status, { timeout: 90_000, interval: 500 })
      .toBe('COLLECTED');
    expect(await sandbox.records(HARBOR)).toMatchObject([
      { amountCents: payable.amount + payable.fees.card.fee, status: 'succeeded' },
    ]);
  });
});
