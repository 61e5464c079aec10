/** The bodies of product §7 exactly as they are given there: what only we have is optional. */
import { addDays, type IsoDate } from '@quittance/contract/dates';
import { beforeAll, describe, expect, it } from 'vitest';
import { oneInTurn } from '../../../../domain/test/full-run.ts';
import { addSchedule } from '../../world/arrangements.ts';
import { typeInto } from '../../world/browser.ts';
import type { TestCompany, TestInvoice } from '../../world/company.ts';
import { CARDS } from '../../world/sandbox-process.ts';
import { type Caller, signIn, signInByLink } from '../../world/signed-in.ts';
import { useWorld } from '../../world/world.ts';

const world = useWorld();

const TURN = oneInTurn(['stripe', 'payengine', 'fiserv'] as const, 1);

describe.each(TURN)('The bodies of product §7 at %s', (processor) => {
  let company: TestCompany;
  let invoice: TestInvoice;
  let link: Caller;

  beforeAll(async () => {
    company = await world.company({ processor });
  });

  const post = (path: string, body: object) => link.call({ method: 'POST', path, body });

  async function open(): Promise<string> {
    invoice = await world.invoice(company);
    link = signInByLink(world, invoice);
    return `request/${invoice.requestId}`;
  }

  async function card(fields: string, { authorization }: Caller = link) {
    const page = { sandbox: world.sandbox, merchant: company.merchant };
    const url = `${world.url}/api/portal/${fields}`;
    const token = await typeInto(
      { ...page, fields: { url, authorization } },
      { kind: 'card', number: CARDS.pays },
    );
    return { paymentType: 'card', token };
  }

  const tomorrow = (): IsoDate => addDays(world.deps.clock.today('America/New_York'), 1);

  async function evidenceOfConsent(): Promise<unknown[]> {
    const { rows } = await world.deps.database.pool.query(
      "select evidence ->> 'agreedBy' as by from mandates where company_id = $1 order by created_at desc limit 1",
      [company.companyId],
    );
    return rows.map(({ by }) => by);
  }

  it('full/submit {processor, paymentInfo} charges the amount and fee of the moment', async () => {
    const request = await open();
    const paymentInfo = await card(`${request}/fields`);
    expect(await post(`${request}/full/submit`, { processor, paymentInfo })).toMatchObject({
      code: 200,
      status: 'SUCCESS',
    });
    expect(await world.statement(invoice)).toContain('payment SUCCEEDED $100.00 + $3.30');
  });

  it('plan/submit and plan/pay take a count or nothing, and the stored mandate says how it was agreed', async () => {
    const request = await open();
    const paymentInfo = await card(`${request}/fields`);
    const started = { processor, installments: 3, paymentInfo };
    const refused = { ...started, isAutoChargeAgreed: false };
    expect(await post(`${request}/plan/submit`, refused)).toMatchObject({ code: 400 });
    expect(await post(`${request}/plan/submit`, started)).toMatchObject({ status: 'SUCCESS' });
    expect(await evidenceOfConsent()).toEqual(['submit']);
    const returnUrl = `/${company.domain}/pay/link`;
    const payNext = { returnUrl, isFull: false };
    expect(await post(`${request}/plan/pay`, payNext)).toMatchObject({ status: 'SUCCESS' });
    const payRest = { returnUrl, isFull: true };
    expect(await post(`${request}/plan/pay`, payRest)).toMatchObject({ status: 'SUCCESS' });
    expect(await world.statement(invoice)).toContain('invoice PAYMENT_PLAN_COLLECTED');
  });

  it('schedule-payment {processor, date, paymentInfo} schedules the amount of the moment', async () => {
    const request = await open();
    const { methodId } = await world.method(company);
    link = await signIn(world, company);
    const paymentInfo = { paymentType: 'card', pmID: methodId };
    const body = { processor, date: tomorrow(), paymentInfo };
    expect(await post(`${request}/schedule-payment`, body)).toMatchObject({ status: 'SUCCESS' });
    expect(await evidenceOfConsent()).toEqual(['submit']);
  });

  it('account-payment-method/{id} {processor, pmID} changes the method of a scheduled payment', async () => {
    await open();
    const [first, second] = [await world.method(company), await world.method(company)];
    await addSchedule(world.deps, { company, invoice, methodId: first.methodId }, 3);
    const caller = await signIn(world, company);
    const path = `account-payment-method/${invoice.invoiceId}`;
    const body = { processor, pmID: second.methodId };
    expect(await caller.call({ method: 'PUT', path, body })).toMatchObject({ code: 200 });
  });

  it('debtor/payment-method {processor, paymentInfo} saves a card that the processor can describe', async () => {
    const caller = await signIn(world, company);
    const paymentInfo = await card('debtor/payment-method/fields', caller);
    const path = 'debtor/payment-method';
    const added = await caller.call({ method: 'POST', path, body: { processor, paymentInfo } });
    // PayEngine describes a token only after a charge.
    const code = processor === 'payengine' ? 402 : 200;
    expect(added).toMatchObject({ code });
  });

  it('slack-notification takes a body as given', async () => {
    await open();
    const body = { text: 'Payment page: something is wrong', channel: '#alerts' };
    expect(await post('../slack-notification', body)).toMatchObject({ code: 200, success: true });
  });
});
