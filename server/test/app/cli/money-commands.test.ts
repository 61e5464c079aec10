/** Commands for processor payments, events and webhooks, in a complete portal. */
import { HOUR_MS } from '@quittance/contract/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRefunds } from '../../../src/payments/reconciliation/refund-credits.ts';
import { ANY_ADDRESS } from '../../../src/platform/outbound/reach.ts';
import { deliverEvents } from '../../../src/webhooks/deliver-events.ts';
import { type CommandLine, toAnswer, toCommandLine } from '../../world/command-line.ts';
import type { TestCompany, TestInvoice } from '../../world/company.ts';
import { startReceiver } from '../../world/receiver.ts';
import { useWorld } from '../../world/world.ts';

let company: TestCompany;
let quittance: CommandLine;

const world = useWorld({ webhookReach: ANY_ADDRESS });

beforeAll(async () => {
  company = await world.company();
  quittance = toCommandLine(world);
});

async function readPayment({ accountRef }: TestInvoice): Promise<string> {
  const words = ['payments', 'list', company.domain, '--invoice', accountRef];
  const { data } = await toAnswer(quittance, words);
  return data[0].id;
}

describe('refund', () => {
  it('a refund is made once per key, in parts, and never exceeds the payment', async () => {
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const id = await readPayment(invoice);
    const words = ['refund', 'create', company.domain, id, '--reason', 'One item was missing'];
    const part = [...words, '--amount', '33.30', '--key', 'credit-note-1'];
    const first = await toAnswer(quittance, part);
    expect(first).toMatchObject({ origin: 'PROVIDER', state: 'REQUESTED', amount: 3330 });
    expect(await toAnswer(quittance, part)).toEqual(first);
    const reused = await quittance([...words, '--amount', '1.00', '--key', 'credit-note-1']);
    expect(reused).toMatchObject({
      code: 1,
      err: expect.stringContaining('IDEMPOTENCY_KEY_REUSED'),
    });
    const tooMuch = await quittance([...words, '--amount', '70.01']);
    expect(tooMuch).toMatchObject({ code: 1, err: expect.stringContaining('REFUND_TOO_LARGE') });
    expect(await quittance(words)).toMatchObject({ code: 0, out: expect.stringMatching(/70\.00/) });
    await makeRefunds(world.deps);
    const refunds = await toAnswer(quittance, ['refund', 'list', company.domain, id]);
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual([
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
    const reopen = ['invoice', 'reopen', company.domain, invoice.accountRef, '--reason', 'Again'];
    expect(await toAnswer(quittance, reopen)).toMatchObject({ balance: 10_000 });
  });

  it('the refund command does not find a payment of another company', async () => {
    const other = await world.company();
    const invoice = await world.invoice(company);
    await world.payer(company, invoice).pay();
    const id = await readPayment(invoice);
    const { code, err } = await quittance(['refund', 'create', other.domain, id, '--reason', 'x']);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('NOT_FOUND') });
  });
});

describe('held', () => {
  it('the held command lists payments with an unknown outcome and decides them', async () => {
    const invoice = await world.invoice(company);
    const { merchant } = company;
    const fault = { merchant, operation: 'charge', fault: 'http_500_before', times: 1 } as const;
    await world.sandbox.fault(fault);
    await world.payer(company, invoice).pay();
    const id = await readPayment(invoice);
    const list = ['held', 'list', company.domain];
    expect((await toAnswer(quittance, list)).data).toEqual([]);
    const decide = [
      'held',
      'decide',
      company.domain,
      id,
      'not_paid',
      '--reason',
      'Not in the list',
    ];
    expect((await quittance(decide)).err).toContain('PAYMENT_NOT_HELD');
    await world.later(2 * HOUR_MS);
    expect((await toAnswer(quittance, list)).data).toMatchObject([{ id }]);
    expect(
      (await quittance(['held', 'decide', company.domain, id, 'perhaps', '--reason', 'x'])).code,
    ).toBe(1);
    expect(await toAnswer(quittance, decide)).toMatchObject({ id, state: 'FAILED' });
    expect((await toAnswer(quittance, list)).data).toEqual([]);
  });
});

describe('webhooks and events', () => {
  it('webhooks are sent, listed, replayed, and signed with a new secret after a rotation', async () => {
    const receiver = await startReceiver();
    const { domain } = company;
    try {
      const added = await toAnswer(quittance, ['webhooks', 'add', domain, receiver.url]);
      expect(added.secret).toMatch(/^whsec_/);
      const list = await quittance(['webhooks', 'list', domain, '--json']);
      expect(list.out).toContain(added.id);
      expect(list.out).not.toContain(added.secret);
      await toAnswer(quittance, ['webhooks', 'test', domain, added.id]);
      await deliverEvents(world.deps);
      const types = () => receiver.events().map(({ type }) => type);
      expect(types()).toEqual(['webhook_endpoint.tested']);

      const deliveries = ['webhooks', 'deliveries', domain, added.id];
      const { data } = await toAnswer(quittance, deliveries);
      expect(data).toMatchObject([{ state: 'DELIVERED', tries: 1, status: 204 }]);
      const replay = ['webhooks', 'replay', domain, added.id];
      expect(await toAnswer(quittance, [...replay, '--delivery', data[0].id])).toEqual({
        count: 1,
      });
      expect(await toAnswer(quittance, [...replay, '--since', '2020-01-01'])).toEqual({
        count: expect.any(Number),
      });
      await deliverEvents(world.deps);
      expect(types().length).toBeGreaterThan(1);

      const only = ['webhooks', 'set', domain, added.id, '--type', 'invoice.paid'];
      expect(await toAnswer(quittance, only)).toMatchObject({ types: ['invoice.paid'] });
      const all = ['webhooks', 'set', domain, added.id, '--all-types'];
      expect(await toAnswer(quittance, all)).toMatchObject({ types: null });
      const rotated = await toAnswer(quittance, ['webhooks', 'rotate', domain, added.id]);
      expect(rotated.secret).not.toBe(added.secret);
      const resumed = await toAnswer(quittance, ['webhooks', 'resume', domain, added.id]);
      expect(resumed.state).toBe('ACTIVE');
      await toAnswer(quittance, ['webhooks', 'remove', domain, added.id]);
      expect(await toAnswer(quittance, ['webhooks', 'list', domain])).toEqual([]);
    } finally {
      await receiver.goDown();
    }
  });

  it('the events command starts at a given sequence number and prints a table or single lines', async () => {
    const { domain } = company;
    const invoice = await world.invoice(company);
    const { after } = await toAnswer(quittance, ['events', 'list', domain, '--limit', '100']);
    await toAnswer(quittance, ['link', 'create', domain, invoice.accountRef]);
    const page = await toAnswer(quittance, ['events', 'list', domain, '--after', String(after)]);
    expect(page).toMatchObject({ data: [{ type: 'link.created', number: after + 1 }] });
    const tail = ['events', 'tail', domain, '--after', String(after), '--json'];
    const { out, err } = await quittance(tail);
    expect(JSON.parse(err)).toMatchObject({ count: 1 });
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(page.data);
    expect((await quittance(['events', 'tail', domain])).out).toBe('');
    const none = ['events', 'list', domain, '--type', 'invoice.paid', '--after', String(after)];
    expect((await quittance(none)).out).toBe('none\n');
  });
});
