/** Auto-pay waits for a new notice after something reopened an invoice (R103). */
import { DAY_MS } from '@quittance/contract/durations';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../src/kernel/clock.ts';
import { autoPayOn, mailsTo } from '../world/arrangements.ts';
import { BANK_ACCOUNTS, CARDS } from '../world/sandbox-process.ts';
import { START, useWorld } from '../world/world.ts';
import { apply, note, paid, readInvoice, reverseCheck, type Story } from './credit-story.ts';

const world = useWorld({ clock: fixedClock(START) });

const METHODS = {
  card: { kind: 'card', number: CARDS.pays },
  ach: { kind: 'ach', number: BANK_ACCOUNTS.pays },
  noFunds: { kind: 'ach', number: BANK_ACCOUNTS.noFunds },
} as const;

async function payAutomatically({ company }: Story, by: keyof typeof METHODS = 'card') {
  const method = await world.method(company, METHODS[by]);
  await autoPayOn(world.deps, { company, kind: METHODS[by].kind, method });
}

async function laterDays(count: number): Promise<void> {
  for (let day = 0; day < count; day++) await world.later(DAY_MS);
}

const countCharges = async ({ call }: Story) =>
  (await call('GET', '/payments?method=CARD&method=ACH')).body.data.length;

const listNotices = async ({ company }: Story) =>
  (await mailsTo(world.deps, company)).filter((mail) => mail.startsWith('upcoming-charge'));

describe('Auto-pay after an invoice was reopened (R103)', () => {
  it.each([
    { kind: 'card', days: 3, notice: 'upcoming-charge $103.30 on day 33' },
    { kind: 'ach', days: 10, notice: 'upcoming-charge $100.80 on day 40' },
  ] as const)(
    'a check that bounced is followed by a notice, and by a charge of a $kind $days days later',
    async ({ kind, days, notice }) => {
      const story = await paid(world, 'check');
      await payAutomatically(story, kind);
      await laterDays(30);
      await reverseCheck(story);
      expect(await readInvoice(story.call, story.invoice)).toMatchObject({
        status: 'IN_COLLECTION',
      });
      await world.runJobs();
      expect(await listNotices(story)).toEqual([notice]);
      await laterDays(days - 1);
      expect(await countCharges(story)).toBe(0);
      await laterDays(1);
      expect(await countCharges(story)).toBe(1);
    },
  );

  it('a notice from before the bounce of a part does not allow a charge after it', async () => {
    const story = await paid(world, 'check');
    const { company, post } = story;
    const invoice = await world.invoice(company, { dueInDays: 4 });
    await payAutomatically(story);
    await laterDays(1);
    expect(await listNotices(story)).toEqual(['upcoming-charge $103.30 on day 4']);
    const check = { invoiceId: invoice.invoiceId, amount: 4000, method: 'CHECK', reference: '7' };
    const { id } = (await post('/manual-payments', check)).body;
    await laterDays(2);
    await post(`/manual-payments/${id}/reverse`, { cause: 'BOUNCED', reason: 'No funds' });
    await laterDays(1);
    expect(await countCharges(story)).toBe(0);
    expect(await listNotices(story)).toContain('upcoming-charge $103.30 on day 7');
    await laterDays(2);
    expect(await countCharges(story)).toBe(0);
    await laterDays(1);
    expect(await countCharges(story)).toBe(1);
  });

  it('undone credit and a voided credit note are followed by a notice before a charge', async () => {
    const story = await paid(world, 'check');
    const { company, call, post } = story;
    const other = await world.invoice(company);
    await note(story, story.invoice, 10_000);
    await apply(story, other, 7000);
    const { id: written } = (await note(story, other, 3000)).body;
    await payAutomatically(story);
    await laterDays(30);
    await post(`/credit-notes/${written}/void`, { reason: 'Mistake' });
    await world.runJobs();
    expect(await listNotices(story)).toEqual(['upcoming-charge $31.20 on day 33']);
    expect(await countCharges(story)).toBe(0);
    await laterDays(1);
    const [{ id: applied }] = (await call('GET', '/payments?method=CREDIT')).body.data;
    const path = `/payments/${applied}/undo-credit`;
    expect((await post(path, { reason: 'Mistake' })).status).toBe(200);
    await laterDays(2);
    expect(await countCharges(story)).toBe(0);
    expect((await listNotices(story)).at(-1)).toBe('upcoming-charge $103.30 on day 36');
    await laterDays(3);
    expect(await countCharges(story)).toBe(1);
  });

  it('a check on two invoices that bounced is followed by a notice for each of them', async () => {
    const story = await paid(world, 'check');
    const { company, post } = story;
    const invoices = [await world.invoice(company), await world.invoice(company)];
    const parts = invoices.map(({ invoiceId }) => ({ invoiceId, amount: 10_000 }));
    const check = { invoices: parts, method: 'CHECK', reference: '8' };
    const { id } = (await post('/manual-payments', check)).body;
    await payAutomatically(story);
    await laterDays(30);
    await post(`/manual-payments/${id}/reverse`, { cause: 'BOUNCED', reason: 'No funds' });
    await world.runJobs();
    const notice = 'upcoming-charge $103.30 on day 33';
    expect(await listNotices(story)).toEqual([notice, notice]);
    expect(await countCharges(story)).toBe(0);
    await laterDays(3);
    expect(await countCharges(story)).toBe(2);
  });

  it('a returned debit of auto-pay is presented again ten days after another notice', async () => {
    const story = await paid(world, 'check');
    await world.invoice(story.company, { dueInDays: 10 });
    await payAutomatically(story, 'noFunds');
    await laterDays(15);
    const mails = await mailsTo(world.deps, story.company);
    const returned = mails.find((mail) => mail.startsWith('payment-returned')) ?? '';
    const [, day] = /again on day (\d+)$/.exec(returned) ?? [];
    expect(await listNotices(story)).toEqual([
      expect.stringMatching(/^upcoming-charge \$100.80 on day 1[01]$/),
      `upcoming-charge $100.80 on day ${day}`,
    ]);
    expect(Number(day)).toBeGreaterThanOrEqual(20);
    await laterDays(Number(day) - 16);
    expect(await countCharges(story)).toBe(1);
    await laterDays(1);
    expect(await countCharges(story)).toBe(2);
  });
});
