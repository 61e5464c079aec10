/** Bulk email stays within its caps, waits in order, and does not delay other email (ADR 0072). */
import { HOUR_MS } from '@quittance/contract/durations';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverBulkMail } from '../../../src/app/mail/deliver-bulk-mail.ts';
import { deliverMail } from '../../../src/app/mail/deliver-mail.ts';
import { notify } from '../../../src/customers/mail/notify.ts';
import { addMs, fixedClock } from '../../../src/kernel/clock.ts';
import type { Deps } from '../../../src/kernel/deps.ts';
import type { Tx } from '../../../src/platform/database/database.ts';
import {
  bulkMailQueue,
  listCompaniesWithBulkMail,
  mailQueue,
} from '../../../src/platform/events/outbox.ts';
import { MailRefused, type Message } from '../../../src/platform/mail/mailer.ts';
import { claimOne } from '../../../src/platform/queue/queue.ts';
import type { TestCompany } from '../../world/company.ts';
import { addContact } from '../../world/mailbox.ts';
import { START, useWorld } from '../../world/world.ts';

const clock = fixedClock(START);
let harbor: TestCompany;
let summit: TestCompany;
let sent: string[];

const world = useWorld({ clock });
beforeEach(async () => {
  sent = [];
  // The window of the previous test is over, and its email has been sent.
  clock.travelTo(addMs(clock.now(), 2 * HOUR_MS));
  await world.deps.database.pool.query('delete from outbox');
  [harbor, summit] = [await world.company(), await world.company()];
  for (const company of [harbor, summit]) {
    await addContact(world, company, { value: `payer@${company.domain}.example` });
  }
});

function capped(perCompany: number, inAll = 1000): Deps {
  const limits = {
    ...world.deps.limits,
    bulkMailsPerCompany: { count: perCompany, windowMs: HOUR_MS },
    bulkMailsInAll: { count: inAll, windowMs: HOUR_MS },
  };
  return { ...world.deps, limits };
}

const sender = (isRefused: (mail: Message) => boolean = () => false) => ({
  address: 'portal@example.com',
  mailer: {
    async send(mail: Message) {
      if (isRefused(mail)) throw new MailRefused({ code: 451, isForGood: false });
      sent.push(`${mail.to.split('@')[1]} ${/HD-\d+/.exec(mail.subject + mail.text)?.[0]}`);
    },
    close: () => undefined,
  },
});

type MailOptions = { template?: 'invoice' | 'receipt'; from?: number; count?: number };

async function ask(
  company: TestCompany,
  { template = 'invoice', from = 1, count = 1 }: MailOptions,
) {
  const { companyId, customerId } = company;
  for (let ref = from; ref < from + count; ref += 1) {
    const data = { invoiceRef: `HD-${ref}`, totalCents: 100 };
    await world.deps.database.inCompany({ companyId, customerId }, (tx) =>
      notify(tx, { companyId, customerId, template, data, at: clock.now() }),
    );
  }
}

async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ read: string }>(
    `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
     where relname = 'outbox'`,
  );
  return Number(rows[0]?.read);
}

const of = ({ domain }: TestCompany, ...refs: number[]) =>
  refs.map((ref) => `${domain}.example HD-${ref}`);

describe('Bulk mail beyond its cap', () => {
  it('bulk email over its cap waits in order for the next hour and does not delay other companies', async () => {
    const deps = capped(3);
    const warn = vi.spyOn(deps.log, 'warn');
    await ask(harbor, { count: 7 });
    await ask(summit, { count: 2 });
    expect(await deliverBulkMail(deps, sender())).toBe(5);
    expect(sent.filter((line) => line.startsWith(harbor.domain))).toEqual(of(harbor, 1, 2, 3));
    expect(sent.filter((line) => line.startsWith(summit.domain))).toEqual(of(summit, 1, 2));
    expect(await deliverBulkMail(deps, sender())).toBe(0);
    clock.travelTo(addMs(clock.now(), HOUR_MS));
    expect(await deliverBulkMail(deps, sender())).toBe(3);
    clock.travelTo(addMs(clock.now(), HOUR_MS));
    expect(await deliverBulkMail(deps, sender())).toBe(1);
    const ofHarbor = sent.filter((line) => line.startsWith(harbor.domain));
    expect(ofHarbor).toEqual(of(harbor, 1, 2, 3, 4, 5, 6, 7));
    const events = warn.mock.calls.map(([fields]) => fields);
    expect(events).toEqual([
      expect.objectContaining({ event: 'mail.cap_reached', cap: 'company' }),
      expect.objectContaining({ event: 'mail.cap_reached', cap: 'company' }),
    ]);
    warn.mockRestore();
  });

  it('bulk email stays within the global cap, even when two processes send', async () => {
    const deps = capped(1000, 6);
    await ask(harbor, { count: 8 });
    await ask(summit, { count: 8 });
    const counts = await Promise.all([
      deliverBulkMail(deps, sender()),
      deliverBulkMail(deps, sender()),
    ]);
    expect(counts[0] + counts[1]).toBe(6);
    expect(new Set(sent).size).toBe(6);
  });

  it('bulk email is not lost after waiting for two days', async () => {
    await ask(harbor, { count: 2 });
    expect(await deliverBulkMail(capped(1), sender())).toBe(1);
    clock.travelTo(addMs(clock.now(), 72 * HOUR_MS));
    expect(await deliverBulkMail(capped(1), sender())).toBe(1);
    expect(sent).toEqual(of(harbor, 1, 2));
  });

  it('an email that the mail server deferred does not count against the cap', async () => {
    await ask(harbor, { count: 2 });
    let refusals = 1;
    const once = sender(() => refusals-- > 0);
    expect(await deliverBulkMail(capped(2), once)).toBe(1);
    clock.travelTo(addMs(clock.now(), 60_000));
    expect(await deliverBulkMail(capped(2), sender())).toBe(1);
  });
});

describe('Mail that a payer waits for', () => {
  it('an email that a payer is waiting for ignores the caps and goes out before bulk email', async () => {
    await ask(harbor, { count: 3 });
    await ask(harbor, { template: 'receipt', from: 9 });
    expect(await deliverBulkMail(capped(1), sender())).toBe(1);
    expect(await deliverMail(capped(1), sender())).toBe(1);
    expect(sent).toEqual([...of(harbor, 1), ...of(harbor, 9)]);
  });

  it('urgent email is found without reading 20,000 waiting bulk emails', async () => {
    const { database } = world.deps;
    const now = clock.now();
    await database.pool.query(
      `insert into outbox (company_id, topic, payload, is_bulk, created_at)
       select $1, 'mail', '{}', true, $2 from generate_series(1, 20000)`,
      [harbor.companyId, now],
    );
    await database.pool.query('analyze outbox');
    await ask(summit, { template: 'receipt' });
    await ask(summit, { from: 2 });
    const found = await database.asSystem(async (tx) => {
      // Uses production's setting, because tests otherwise use generic plans.
      await tx.execute('set local plan_cache_mode = auto');
      const before = await rowsRead(tx);
      const companies = await listCompaniesWithBulkMail(tx);
      const { companyId } = summit;
      const bulk = await claimOne(tx, world.deps, { queue: bulkMailQueue, companyId });
      const atOnce = await claimOne(tx, world.deps, { queue: mailQueue });
      return { companies, bulk, atOnce, read: (await rowsRead(tx)) - before };
    });
    expect(found.companies.sort()).toEqual([harbor.companyId, summit.companyId].sort());
    expect(found.bulk?.row.payload).toMatchObject({ data: { invoiceRef: 'HD-2' } });
    expect(found.atOnce?.row.payload).toMatchObject({ data: { invoiceRef: 'HD-1' } });
    expect(found.read).toBeLessThan(20);
  });
});
