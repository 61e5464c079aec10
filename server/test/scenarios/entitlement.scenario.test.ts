/**
 * A customer is never excused or given back more than the total of an invoice (R112 to R114): credit notes, refunds,
 * voids and used credit know of each other, in any order and at the same moment.
 */
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { applyCredits } from '../../src/payments/off-session/apply-credits.ts';
import { makeRefunds } from '../../src/payments/reconciliation/refund-credits.ts';
import { refusedBy } from '../rows/refused-by.ts';
import { createProvider } from '../world/provider-client.ts';
import { payTogether } from '../world/several-invoices.ts';
import { signIn } from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';
import {
  apply,
  note,
  paid,
  preview,
  readCredit,
  readInvoice,
  refund,
  reverseCheck,
} from './credit-story.ts';
import { reconcileFor } from './reconciliation.ts';

const world = useWorld();

describe('A refund of an invoice with a credit note (R113)', () => {
  it('asks whether the credit is paid out or kept, and never gives the same money twice', async () => {
    const story = await paid(world);
    const { company, invoice } = story;
    expect((await note(story, invoice, 10_000)).status).toBe(201);
    for (const asked of [await refund(story), await preview(story)]) {
      expect(asked.body).toMatchObject({ code: 'REFUND_CREDIT_UNDECIDED' });
    }
    expect((await refund(story, { credit: 'KEEP' })).body.code).toBe('REFUND_TOO_LARGE');
    expect((await preview(story, { credit: 'PAY_OUT' })).body).toMatchObject({
      amount: 10_330,
      principal: 10_000,
      fee: 330,
      credit: 10_000,
      left: 0,
    });
    expect((await refund(story, { credit: 'PAY_OUT' })).body).toMatchObject({
      amount: 10_330,
      credit: 10_000,
    });
    expect(await readCredit(story)).toBe(0);
    const other = await world.invoice(company);
    expect((await apply(story, other, 1)).body.code).toBe('CREDIT_TOO_LARGE');
    await makeRefunds(world.deps);
    await reconcileFor(world, company);
    expect(await readInvoice(story.call, invoice)).toMatchObject({ balance: 0, refunded: 10_000 });
    expect((await refund(story, { credit: 'KEEP' })).body.code).toBe('REFUND_TOO_LARGE');
  });

  it('with automatic credit, what was spent on another invoice is not refunded', async () => {
    const story = await paid(world);
    const { company, invoice, call } = story;
    await note(story, invoice, 10_000);
    const other = await world.invoice(company);
    await call('PATCH', '/company', { body: { isCreditApplied: true } });
    await applyCredits(world.deps);
    expect(await readInvoice(call, other)).toMatchObject({ balance: 0 });
    expect((await refund(story)).body.code).toBe('REFUND_TOO_LARGE');
  });

  it('keeps the credit, and refunds what the notes left', async () => {
    const story = await paid(world);
    await note(story, story.invoice, 4000);
    expect((await refund(story, { credit: 'KEEP', amount: 6199 })).body.code).toBe(
      'REFUND_TOO_LARGE',
    );
    expect((await refund(story, { credit: 'KEEP' })).body).toMatchObject({
      amount: 6198,
      credit: 0,
    });
    await makeRefunds(world.deps);
    expect(await readCredit(story)).toBe(4000);
  });

  it('pays out a part of the credit and more than the credit in one refund', async () => {
    const story = await paid(world);
    await note(story, story.invoice, 4000);
    const { body } = await refund(story, { credit: 'PAY_OUT', amount: 8264 });
    expect(body).toMatchObject({ amount: 8264, credit: 4000, isFromCredit: true });
    await makeRefunds(world.deps);
    await reconcileFor(world, story.company);
    expect(await readInvoice(story.call, story.invoice)).toMatchObject({
      refunded: 8000,
      credited: 4000,
      balance: 0,
    });
    expect(await readCredit(story)).toBe(0);
  });

  it('a note after an ordered refund is for what the refund leaves', async () => {
    const story = await paid(world);
    await refund(story, { amount: 6198 });
    expect((await note(story, story.invoice, 4001)).body.code).toBe('CREDIT_NOTE_TOO_LARGE');
    expect((await note(story, story.invoice, 4000)).status).toBe(201);
    await makeRefunds(world.deps);
    await reconcileFor(world, story.company);
    expect(await readInvoice(story.call, story.invoice)).toMatchObject({ refunded: 6000 });
  });

  it('a note and a refund at the same moment do not both get the money', async () => {
    const story = await paid(world);
    const both = await Promise.all([refund(story), note(story, story.invoice, 10_000)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('of several invoices, each has its own rule', async () => {
    const company = await world.company({ processor: 'stripe' });
    const invoices = [await world.invoice(company), await world.invoice(company)] as const;
    const chosen = invoices.map((invoice) => ({ invoice, amount: 10_000 }));
    await payTogether(world, { caller: await signIn(world, company), company }, { chosen });
    const call = await createProvider(world, company);
    const [{ id: paymentId }] = (await call('GET', '/payments')).body.data;
    const post = (path: string, body: object) =>
      call('POST', path, { body, key: JSON.stringify(body) });
    const story = { company, invoice: invoices[0], call, post, paymentId };
    await note(story, invoices[0], 10_000);
    const [first, second] = invoices.map(({ invoiceId }) => invoiceId);
    expect((await refund(story)).body.code).toBe('REFUND_CREDIT_UNDECIDED');
    const kept = await refund(story, { credit: 'KEEP', invoiceId: first });
    expect(kept.body.code).toBe('REFUND_TOO_LARGE');
    expect((await refund(story, { invoiceId: second })).body).toMatchObject({ credit: 0 });
    expect((await refund(story, { credit: 'PAY_OUT', invoiceId: first })).body.credit).toBe(10_000);
    await makeRefunds(world.deps);
    expect(await readCredit(story)).toBe(0);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it('a refund in the dashboard of the processor beyond what the invoice allows is owed again', async () => {
    const story = await paid(world, 'card', await world.company({ processor: 'stripe' }));
    const { company, invoice, call } = story;
    await note(story, invoice, 10_000);
    const other = await world.invoice(company);
    await apply(story, other, 10_000);
    const [{ processorReference: charge }] = (await call('GET', '/payments?method=CARD')).body.data;
    await world.sandbox.refundByHand(charge);
    await reconcileFor(world, company);
    expect(await readInvoice(call, invoice)).toMatchObject({ status: 'DUE', balance: 10_000 });
  });
});

describe('A repeated refund (R113)', () => {
  it('the same amount once more needs a confirmation', async () => {
    const story = await paid(world);
    expect((await refund(story, { amount: 1000 })).status).toBe(201);
    expect((await refund(story, { amount: 1000 })).body.code).toBe('REFUND_ALREADY_ORDERED');
    expect((await refund(story, { amount: 1000, isAgain: true })).status).toBe(201);
  });
});

describe('Credit that was used, when its invoice is called off (R114)', () => {
  it.each(['check', 'debit'] as const)(
    'a %s that came back: voiding and reducing are refused',
    async (how) => {
      const story = await paid(world, how, await world.company({ processor: 'stripe' }));
      const { company, invoice, call, post } = story;
      if (how === 'debit') {
        await world.sandbox.settle();
        await reconcileFor(world, company);
      }
      const { id: noteId } = (await note(story, invoice, 10_000)).body;
      const other = await world.invoice(company);
      expect((await apply(story, other, 10_000)).status).toBe(200);
      if (how === 'check') await reverseCheck(story);
      else {
        const [{ processorReference }] = (await call('GET', '/payments?method=ACH')).body.data;
        await world.sandbox.returnDebit(processorReference, 'R01');
        await reconcileFor(world, company);
      }
      expect(await readInvoice(call, invoice)).toMatchObject({ status: 'DUE', balance: 10_000 });
      const refused = await post(`/invoices/${invoice.invoiceId}/void`, { reason: 'Off' });
      const { accountRef } = await readInvoice(call, other);
      expect(refused.body).toMatchObject({ code: 'CREDIT_ALREADY_USED' });
      expect(refused.body.detail).toContain(accountRef);
      const lower = await call('PATCH', `/invoices/${invoice.invoiceId}`, { body: { total: 100 } });
      expect(lower.body.code).toBe('CREDIT_ALREADY_USED');
      expect(
        await refusedBy(world.deps.database, (tx) =>
          tx.execute(sql`update invoices set total_cents = 100 where id = ${invoice.invoiceId}`),
        ),
      ).toBe('invoice_gives_back_at_most_its_total');
      expect(
        await refusedBy(world.deps.database, (tx) =>
          tx.execute(
            sql`update invoices set voided_at = now(), status = 'DRAFT' where id = ${invoice.invoiceId}`,
          ),
        ),
      ).toBe('voided_invoice_has_no_credit_note_that_stands');

      // Other credit of the customer does not make up for what was used.
      const onAccount = { customerId: company.customerId, amount: 10_000, method: 'CASH' };
      expect((await post('/manual-payments', onAccount)).status).toBe(201);
      await expect(
        world.deps.database.asSystem((tx) =>
          tx.execute(
            sql`update attempts set state = 'RETURNED' where id = ${String(noteId)} and method = 'CREDIT_NOTE'`,
          ),
        ),
      ).rejects.toMatchObject({ cause: { constraint: 'returned_attempt_has_no_used_credit' } });

      // The applied credit is undone, and then the invoice can be voided.
      const { data } = (await call('GET', '/payments?method=CREDIT')).body;
      const undone = await post(`/payments/${data[0].id}/undo-credit`, { reason: 'Wrong invoice' });
      expect(undone.body).toMatchObject({ credit: 20_000 });
      expect(await readInvoice(call, other)).toMatchObject({ status: 'DUE', balance: 10_000 });
      expect((await post(`/invoices/${invoice.invoiceId}/void`, { reason: 'Off' })).status).toBe(
        200,
      );
      expect(await readCredit(story)).toBe(10_000);
    },
  );

  it('an invoice that unused credit settled in part is not voided, and what the rest paid is named', async () => {
    const story = await paid(world, 'check');
    const { company, invoice, call, post } = story;
    await note(story, invoice, 10_000);
    const other = await world.invoice(company);
    await apply(story, other, 3000);
    await reverseCheck(story);
    expect(await readInvoice(call, invoice)).toMatchObject({ balance: 3000, credited: 7000 });
    const { accountRef } = await readInvoice(call, other);
    const path = `/invoices/${invoice.invoiceId}`;
    for (const refused of [
      await post(`${path}/void`, { reason: 'Off' }),
      await post(`${path}/void-with-refund`, { reason: 'Off' }),
      await call('PATCH', path, { body: { total: 7000 } }),
    ]) {
      expect(refused.body).toMatchObject({
        code: 'CREDIT_ALREADY_USED',
        detail: expect.stringContaining(`It paid ${accountRef}.`),
      });
    }
  });

  it('a bounce leaves the credit of other invoices alone', async () => {
    const story = await paid(world, 'check');
    const { company, invoice, call } = story;
    const cash = await world.invoice(company);
    const { invoiceId } = cash;
    const receipt = { invoiceId, amount: 10_000, method: 'CASH', reference: 'till-1' };
    await story.post('/manual-payments', receipt);
    await note(story, cash, 5000);
    await note(story, invoice, 3000);
    await reverseCheck(story);
    expect(await readCredit(story)).toBe(5000);
    expect(await readInvoice(call, invoice)).toMatchObject({ balance: 7000, credited: 3000 });
  });
});

describe('Voiding with refund (R114)', () => {
  it('refunds the unused credit of an earlier note, too', async () => {
    const story = await paid(world);
    const { invoice, company } = story;
    await note(story, invoice, 6000);
    const { body } = await story.post(`/invoices/${invoice.invoiceId}/void-with-refund`, {
      reason: 'Off',
    });
    expect(body).toMatchObject({
      creditNote: { amount: 4000 },
      refunds: [{ amount: 10_330, credit: 10_000 }],
      credit: 0,
    });
    await makeRefunds(world.deps);
    expect(await readCredit(story)).toBe(0);
    expect(await reconcileFor(world, company)).toMatchObject({ isClean: true });
  });

  it('is refused while credit of an earlier note pays another invoice, which it names', async () => {
    const story = await paid(world);
    const { invoice, company, call, post } = story;
    await note(story, invoice, 6000);
    const other = await world.invoice(company);
    await apply(story, other, 2000);
    const voidIt = () => post(`/invoices/${invoice.invoiceId}/void-with-refund`, { reason: 'Off' });
    const refused = await voidIt();
    expect(refused.body).toMatchObject({ code: 'CREDIT_ALREADY_USED' });
    const { accountRef } = await readInvoice(call, other);
    expect(refused.body.detail).toContain(`It paid ${accountRef}.`);
    expect(await readCredit(story)).toBe(4000);
    const [{ id }] = (await call('GET', '/payments?method=CREDIT')).body.data;
    await post(`/payments/${id}/undo-credit`, { reason: 'Wrong invoice' });
    expect((await voidIt()).body).toMatchObject({ refunds: [{ amount: 10_330 }], credit: 0 });
    await makeRefunds(world.deps);
  });

  it('refunds the rest after credit of an earlier note was refunded', async () => {
    const story = await paid(world);
    const { invoice, post } = story;
    await note(story, invoice, 6000);
    await refund(story, { credit: 'PAY_OUT', amount: 6198 });
    await makeRefunds(world.deps);
    const voided = await post(`/invoices/${invoice.invoiceId}/void-with-refund`, { reason: 'Off' });
    expect(voided.body).toMatchObject({ refunds: [{ amount: 4132, credit: 4000 }], credit: 0 });
    await makeRefunds(world.deps);
    expect(await readCredit(story)).toBe(0);
  });

  it('keeps the fee only where the company may (R104)', async () => {
    const story = await paid(world);
    const input = { reason: 'Off', keepsFee: true };
    const path = `/invoices/${story.invoice.invoiceId}/void-with-refund`;
    expect((await story.post(path, input)).body.code).toBe('FEE_NOT_KEEPABLE');
    expect((await refund(story, { keepsFee: true })).body.code).toBe('FEE_NOT_KEEPABLE');
    await story.call('PATCH', '/company', { body: { isFeeKeepable: true } });
    expect((await story.post(path, input)).body).toMatchObject({ refunds: [{ amount: 10_000 }] });
  });
});
