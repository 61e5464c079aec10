/**
 * kill -9 of the server at every step of sending an email (R28), with a real mail server behind a relay that
 * observes the steps. No email is lost. An email that the mail server accepted before the kill is sent again,
 * because SMTP has no way to check. Both copies have the same Message-ID, so a mailbox keeps only one. Only part of
 * a full run.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullRun } from '../../../domain/test/full-run.ts';
import { notify } from '../../src/customers/mail/notify.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import type { TestCompany } from '../world/company.ts';
import { openDurablePortal } from '../world/durable-portal.ts';
import { addContact } from '../world/mailbox.ts';
import { startSandbox } from '../world/sandbox-process.ts';
import { openCompany, type Stage } from './kills.ts';

/** The mail server's replies, in order. The portal is killed before it receives one of them. */
const REPLIES = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'the mail itself'] as const;

let stage: Stage;
let harbor: TestCompany;
let relay: Awaited<ReturnType<typeof openRelay>>;

async function openRelay(target: URL) {
  let held: { index: number; reached: () => void } | null = null;
  const server = createServer((client) => {
    let replies = 0;
    const upstream = connect(Number(target.port), target.hostname);
    client.pipe(upstream);
    upstream.on('data', (data: Buffer) => {
      for (const line of data.toString('latin1').split(/(?<=\n)/)) {
        if (held && replies >= held.index) return held.reached();
        client.write(line);
        if (/^\d{3} /.test(line)) replies += 1;
      }
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: Object.assign(new URL(target), { port: String(address.port) }).href,
    hold(index: number): Promise<void> {
      return new Promise((resolve) => {
        held = { index, reached: resolve };
      });
    },
    release() {
      held = null;
    },
    close: () => server.close(),
  };
}

beforeAll(async () => {
  if (!isFullRun) return;
  const sandbox = await startSandbox();
  relay = await openRelay(new URL(sandbox.smtpUrl));
  const portal = await openDurablePortal(sandbox.url, {
    environment: { SMTP_URL: relay.url },
  });
  stage = { sandbox, portal };
  harbor = await openCompany(stage, 'payengine');
}, 180_000);

afterAll(async () => {
  await stage?.portal.stop();
  await stage?.sandbox.stop();
  relay?.close();
});

async function askForMail(to: string): Promise<void> {
  const { database } = stage.portal;
  const { companyId, customerId } = harbor;
  const where = { deps: { database, clock: systemClock } };
  const contactId = await addContact(where, harbor, { value: to, isPrimary: false });
  await database.inCompany({ companyId, customerId }, (tx) =>
    notify(tx, {
      companyId,
      customerId,
      contactId,
      template: 'payment-failed',
      data: { invoiceRef: 'HD-1042' },
      at: systemClock.now(),
    }),
  );
}

/** Simulates two minutes, after which the dead process's claim has expired. */
async function claimsRunOut(): Promise<void> {
  const { database } = stage.portal;
  await database.pool.query('update outbox set next_try_at = null where delivered_at is null');
}

async function waiting(): Promise<number> {
  const { rowCount } = await stage.portal.database.pool.query(
    `select 1 from outbox where delivered_at is null and topic = 'mail'`,
  );
  return rowCount ?? 0;
}

describe.runIf(isFullRun)('kill -9 while a mail is handed over (R28)', () => {
  it.each(REPLIES)(
    'an email is sent once when the process dies before the response to %s',
    { timeout: 120_000 },
    async (step) => {
      const index = REPLIES.indexOf(step);
      const to = `step-${index}@example.com`;
      const reached = relay.hold(index);
      await askForMail(to);
      await reached;
      await stage.portal.killAndRestart();
      relay.release();
      await claimsRunOut();
      await expect.poll(() => stage.sandbox.mails(to), { timeout: 30_000 }).toHaveLength(1);
      await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
      const mails = await stage.sandbox.mails(to);
      const deliveries = step === 'the mail itself' ? 2 : 1;
      expect(mails).toMatchObject([{ to: [to], deliveries }]);
    },
  );

  it('an email that was already sent is not repeated', async () => {
    await claimsRunOut();
    expect(await waiting()).toBe(0);
  });
});
