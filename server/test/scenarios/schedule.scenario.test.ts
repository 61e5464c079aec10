/** Scheduling a payment (product §5, R9, R17, R18): by link and signed in, at every processor. */
import { randomUUID } from 'node:crypto';
import { isoDate } from '@quittance/contract/dates';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneOf } from '../../../domain/test/full-run.ts';
import type { TestCompany, TestInvoice } from '../world/company.ts';
import { TEST_PROCESSORS } from '../world/merchant.ts';
import {
  type Answer,
  BANK_ACCOUNTS,
  CARDS,
  type Caller,
  readInvoice,
  type ScheduleOptions,
  schedule,
  signIn,
  signInByLink,
} from '../world/signed-in.ts';
import { useWorld } from '../world/world.ts';

/** The world begins on November 15, 2026, also in the company's time zone. */
const DATE = isoDate('2026-11-20');

const world = useWorld();

async function rows(sql: string, ...values: unknown[]) {
  return (await world.deps.database.pool.query(sql, values)).rows;
}

const toSchedules = ({ invoiceId }: TestInvoice) =>
  rows(
    `select s.state, s.charge_on::text, s.amount_cents::int as amount, s.fee_cents::int as fee,
       m.is_saved, m.last4, d.purpose, d.cap_cents::int as cap, d.authorised_from_on::text as from_on,
       d.revoked_at is null as is_live
     from schedules s join payment_methods m on m.company_id = s.company_id and m.id = s.method_id
     join mandates d on d.company_id = s.company_id and d.id = s.mandate_id
     where s.invoice_id = $1 order by s.created_at`,
    invoiceId,
  );

describe.each(oneOf(TEST_PROCESSORS, 1))('A payment scheduled at %s (product §5)', (processor) => {
  let company: TestCompany;
  let invoice: TestInvoice;
  let caller: Caller;
  beforeAll(async () => {
    company = await world.company({ processor });
  });
  beforeEach(async () => {
    invoice = await world.invoice(company);
    caller = signInByLink(world, invoice);
  });

  const asked = (scheduling: Partial<ScheduleOptions> = {}): Promise<Answer> =>
    schedule(world, { caller, company, invoice }, { date: DATE, ...scheduling });

  it('a card entered through a link is kept only for that invoice and is not charged (R18)', async () => {
    const key = randomUUID();
    expect(await asked({ key })).toMatchObject({
      success: true,
      status: 'SUCCESS',
      message: 'Payment scheduled',
      isThreeDSActionRequired: false,
    });
    expect(await toSchedules(invoice)).toEqual([
      {
        state: 'LIVE',
        charge_on: DATE,
        amount: 10_000,
        fee: 330,
        is_saved: false,
        last4: '4242',
        purpose: 'EXTENSION',
        cap: 10_330,
        from_on: DATE,
        is_live: true,
      },
    ]);
    expect(await readInvoice(world, invoice)).toMatchObject({
      status: 'PAYMENT_EXTENSION',
      paymentScheduledAt: DATE,
      attachedPaymentMethod: { last4: '4242' },
    });
    expect(await world.sandbox.records(company.merchant)).toEqual([]);
    const status = await caller.call({
      method: 'GET',
      path: `request/${invoice.requestId}/status?key=${key}`,
    });
    expect(status).toMatchObject({
      paymentProcessingStatus: 'payment_scheduled',
      payment: { status: 'SUCCESS', amount: 10_000, fee: 330, method: { last4: '4242' } },
    });
  });

  it('a signed-in customer saves the method with the schedule', async () => {
    caller = await signIn(world, company);
    expect(await asked()).toMatchObject({ status: 'SUCCESS' });
    expect(await toSchedules(invoice)).toMatchObject([{ is_saved: true }]);
  });

  it('a bank account payment is scheduled under the displayed text (R27)', async () => {
    expect(await asked({ bank: BANK_ACCOUNTS.pays })).toMatchObject({ status: 'SUCCESS' });
    expect(await toSchedules(invoice)).toMatchObject([{ fee: 80, last4: '6789', cap: 10_080 }]);
  });

  it('a double click makes one schedule', async () => {
    const key = randomUUID();
    const answers = await Promise.all([asked({ key }), asked({ key })]);
    const repeated = await asked({ key });
    expect(repeated).toMatchObject({ status: 'SUCCESS' });
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ success: true })));
    expect(await toSchedules(invoice)).toHaveLength(1);
    expect(await asked({ key, change: { date: '2026-11-21' } })).toMatchObject({
      message: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('a declined card cannot schedule a payment, and the reason is returned', async () => {
    const answer = await asked({ card: CARDS.declined });
    // PayEngine verifies nothing before the first charge.
    if (processor === 'payengine') return expect(answer).toMatchObject({ status: 'SUCCESS' });
    expect(answer).toMatchObject({ success: false, status: 'FAILED' });
    expect(answer.responseMessage).toMatch(/\S/);
    expect(await toSchedules(invoice)).toEqual([]);
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
  });
});

describe('Scheduling', () => {
  let company: TestCompany;
  let invoice: TestInvoice;
  let holder: Caller;
  let customer: Caller;
  beforeAll(async () => {
    company = await world.company();
    customer = await signIn(world, company);
  });
  beforeEach(async () => {
    invoice = await world.invoice(company);
    holder = signInByLink(world, invoice);
  });

  const asked = (scheduling: Partial<ScheduleOptions> = {}, caller = holder): Promise<Answer> =>
    schedule(world, { caller, company, invoice }, { date: DATE, ...scheduling });
  const internalRef = () => `internal-${invoice.invoiceId}`;
  const cancel = (caller = customer) =>
    caller.call({ method: 'DELETE', path: `scheduled-payment/${internalRef()}` });

  it.each(['2026-11-15', '2026-11-14', '2026-12-17'])(
    'scheduling refuses %s (R9)',
    async (date) => {
      expect(await asked({ date: isoDate(date) })).toMatchObject({
        code: 422,
        message: 'DATE_NOT_AVAILABLE',
        details: { earliest: '2026-11-16', latest: '2026-12-16' },
      });
      expect(await toSchedules(invoice)).toEqual([]);
    },
  );

  it.each(['2026-11-16', '2026-12-16'])('scheduling accepts %s (R9)', async (date) => {
    expect(await asked({ date: isoDate(date) })).toMatchObject({ status: 'SUCCESS' });
  });

  it('scheduling with another amount returns the current amounts (R6)', async () => {
    const quote = { amount: 9_999, fee: 330 };
    expect(await asked({ change: { quote } })).toMatchObject({
      code: 409,
      message: 'AMOUNT_CHANGED',
      details: { payable: { amount: 10_000 } },
    });
  });

  it('scheduling requires consent to the automatic charge', async () => {
    expect(await asked({ change: { isAutoChargeAgreed: false } })).toMatchObject({ code: 400 });
  });

  it('scheduling from a bank account requires the current authorization text (R27)', async () => {
    const paymentInfo = { paymentType: 'ach', token: 'bank_token', achMandateText: 'I agree.' };
    const fees = { quote: { amount: 10_000, fee: 80 } };
    expect(await asked({ change: { ...fees, paymentInfo } })).toMatchObject({
      code: 409,
      message: 'MANDATE_CHANGED',
      details: { mandateText: expect.stringContaining('on November 20, 2026') },
    });
  });

  it('a schedule uses a saved method of its own customer without a processor call', async () => {
    const method = await world.method(company);
    expect(await asked({ pmID: method.methodId })).toMatchObject({ message: 'NOT_FOUND' });
    expect(await asked({ pmID: method.methodId }, customer)).toMatchObject({ status: 'SUCCESS' });
    expect(await toSchedules(invoice)).toMatchObject([{ is_saved: true, state: 'LIVE' }]);
    const other = await world.company();
    const theirs = await world.method(other);
    invoice = await world.invoice(company);
    expect(await asked({ pmID: theirs.methodId }, customer)).toMatchObject({
      message: 'NOT_FOUND',
    });
  });

  it('a schedule by link uses the attached method', async () => {
    const method = await world.method(company);
    invoice = await world.invoice(company, { attachedMethodId: method.methodId });
    const caller = signInByLink(world, invoice);
    expect(await asked({ pmID: method.methodId }, caller)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a schedule by link keeps its method only for that invoice (R18)', async () => {
    await asked();
    const [{ method_id: pmID }] = await rows(
      'select method_id from schedules where invoice_id = $1',
      invoice.invoiceId,
    );
    invoice = await world.invoice(company);
    expect(await asked({ pmID }, customer)).toMatchObject({ code: 404, message: 'NOT_FOUND' });
  });

  it('scheduling refuses a method that is disabled or expires before the charge', async () => {
    const method = await world.method(company);
    const set = (sql: string) =>
      rows(`update payment_methods set ${sql} where id = $1`, method.methodId);
    await set("expires_year = 2026, expires_month = 11, state = 'disabled'");
    const message = 'METHOD_NOT_USABLE';
    expect(await asked({ pmID: method.methodId }, customer)).toMatchObject({ message });
    await set("state = 'active'");
    const december = { pmID: method.methodId, date: isoDate('2026-12-01') };
    expect(await asked(december, customer)).toMatchObject({ message });
    expect(await asked({ pmID: method.methodId }, customer)).toMatchObject({ status: 'SUCCESS' });
  });

  it('scheduling is not offered for an invoice that is scheduled, paid or being paid', async () => {
    await asked();
    expect(await asked()).toMatchObject({ message: 'OPTION_NOT_AVAILABLE' });
    invoice = await world.invoice(company);
    const payer = world.payer(company, invoice);
    await payer.pay();
    const change = { quote: { amount: 10_000, fee: 330 } };
    expect(await asked({ change }, signInByLink(world, invoice))).toMatchObject({
      message: 'ACCOUNT_ALREADY_CLOSED',
    });
  });

  it('the customer receives an email about a schedule', async () => {
    await asked();
    const [mail] = await rows(
      `select payload from outbox where company_id = $1 and payload->>'template' = 'payment-scheduled'
       order by id desc limit 1`,
      company.companyId,
    );
    expect(mail).toMatchObject({
      payload: {
        data: {
          invoiceRef: invoice.accountRef,
          chargeOn: DATE,
          totalCents: 10_330,
          method: 'Visa **** 4242',
        },
      },
    });
  });

  it('a schedule can be canceled and recreated, and a second cancellation has no effect (R17)', async () => {
    await asked();
    expect(await cancel()).toMatchObject({ success: true });
    expect(await cancel()).toMatchObject({ success: true });
    expect(await toSchedules(invoice)).toMatchObject([{ state: 'CANCELED', is_live: false }]);
    expect((await readInvoice(world, invoice)).status).toBe('DUE');
    expect(await asked({ date: isoDate('2026-11-25') })).toMatchObject({ status: 'SUCCESS' });
    expect((await toSchedules(invoice)).map((row) => row.state)).toEqual(['CANCELED', 'LIVE']);
  });

  it('a schedule cannot be canceled while it is being charged (R17)', async () => {
    await asked();
    const payer = world.payer(company, invoice);
    await payer.pay({ bank: BANK_ACCOUNTS.pays });
    expect(await cancel()).toMatchObject({ code: 409, message: 'ACCOUNT_IS_PROCESSING' });
    expect(await toSchedules(invoice)).toMatchObject([{ state: 'LIVE' }]);
  });
});
