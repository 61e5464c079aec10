/**
 * Without a socket, and without a network in the middle of a payment: pending, then the truth, and never a
 * second charge (R21, ADR 0005). The sandbox's books say what was charged.
 */
import { expect, type Page, type Route, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { CARDS } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { WaysToPay } from './pages/ways-to-pay.ts';
import { withoutSocket } from './pages/without-socket.ts';
import { type Portal, startPortal } from './portal.ts';

const COMPANIES = [
  { domain: 'northwind', processor: 'Stripe', invoiceRef: 'NW-1183', fields: formInFrame },
  { domain: 'harbor', processor: 'PayEngine', invoiceRef: 'HD-2060', fields: framePerField },
  { domain: 'summit', processor: 'Fiserv', invoiceRef: 'SU-W-571', fields: framePerField },
] as const;

const SUBMIT = '**/api/portal/request/*/full/submit';
const PLAN_START = '**/api/portal/request/*/plan/submit';
const PLAN_PAYMENT = '**/api/portal/request/*/plan/pay';
const SCHEDULE = '**/api/portal/request/*/schedule-payment';
const PENDING = 'Please, dont close this window while paying';
/** Two questions five seconds apart, and what the processor itself needs. */
const TRUTH = { timeout: 40_000 };

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

test.beforeEach(({ page }) => withoutSocket(page));

type Break = { at: string; when: 'before' | 'after' };

/** The network goes with the next such call: before the server has it, or after, with its answer. */
async function breakNetwork(page: Page, { at, when }: Break): Promise<void> {
  const cut = async (route: Route): Promise<void> => {
    if (when === 'after') await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  };
  await page.route(at, cut, { times: 1 });
}

/** Once the page has seen that it is offline, and says that it does not know. */
async function comeBack(page: Page): Promise<void> {
  await expect(page.getByText(PENDING)).toBeVisible();
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await page.context().setOffline(false);
}

for (const { domain, processor, invoiceRef, fields } of COMPANIES) {
  test(`${processor}: the network goes while paying; one charge, and the page learns of it`, async ({
    page,
  }) => {
    const before = (await portal.charges(domain)).length;
    const invoice = new WaysToPay(page, fields);
    await invoice.open(portal.link(domain, invoiceRef).url);
    await breakNetwork(page, { at: SUBMIT, when: 'after' });
    await invoice.pay(CARDS.pays);
    await comeBack(page);
    await expect(page.getByText('Payment successful!')).toBeVisible(TRUTH);
    await invoice.closeOverlay();
    await expect(invoice.badge('Paid')).toBeVisible();
    expect(await portal.charges(domain)).toHaveLength(before + 1);
  });
}

test('the network goes before anything has left: nothing is charged, and trying again charges once', async ({
  page,
}) => {
  const before = (await portal.charges()).length;
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-2055').url);
  await breakNetwork(page, { at: SUBMIT, when: 'before' });
  await invoice.pay(CARDS.pays);
  await comeBack(page);
  await expect(page.getByText(/You have not been charged/)).toBeVisible(TRUTH);
  expect(await portal.charges()).toHaveLength(before);
  await page.getByRole('button', { name: 'Try again' }).click();
  await invoice.typeCard(CARDS.pays);
  await invoice.submit.click();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  expect(await portal.charges()).toHaveLength(before + 1);
});

test('the network goes with the start of a plan and with its next payment: two charges', async ({
  page,
}) => {
  test.slow();
  const before = (await portal.charges()).length;
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-2058').url);
  await breakNetwork(page, { at: PLAN_START, when: 'after' });
  await invoice.choosePlan(2);
  await invoice.typeCard(CARDS.pays);
  await invoice.agree(/^Pay First payment \$/);
  await comeBack(page);
  await expect(page.getByText('Payment successful!')).toBeVisible(TRUTH);
  await invoice.closeOverlay();
  await breakNetwork(page, { at: PLAN_PAYMENT, when: 'after' });
  await page.getByRole('button', { name: 'Pay Final payment' }).click();
  await invoice.submit.click();
  await comeBack(page);
  await expect(page.getByText('Payment successful!')).toBeVisible(TRUTH);
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
  expect(await portal.charges()).toHaveLength(before + 2);
});

test('the processor loses its answer: asking without a socket finds the charge', async ({
  page,
}) => {
  const before = (await portal.charges()).length;
  await portal.fault({ operation: 'sale', fault: 'lose_answer' });
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-1966').url);
  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Payment successful!')).toBeVisible(TRUTH);
  expect(await portal.charges()).toHaveLength(before + 1);
});

test('a payment is scheduled, and its method is changed, without a word from the socket', async ({
  page,
}) => {
  test.slow();
  const before = (await portal.charges()).length;
  const email = 'maya.lindqvist@example.com';
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, { domain: 'harbor', email });
  const { code } = await new Mailbox(portal.sandbox).nextWayIn(email);
  await signIn.typeCode(code);
  await signIn.expectInside();

  const invoice = new WaysToPay(page);
  await invoice.open(`${portal.url}/harbor/invoices/HD-2041`);
  await breakNetwork(page, { at: SCHEDULE, when: 'after' });
  await invoice.chooseDay();
  await invoice.typeCard(CARDS.pays);
  await invoice.agree(/^Confirm scheduled payment \$/);
  await comeBack(page);
  await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible(TRUTH);
  await invoice.closeOverlay();
  await expect(invoice.badge('Scheduled')).toBeVisible();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await invoice.typeCard('5555555555554444');
  await invoice.popup.getByRole('button', { name: 'Confirm payment' }).click();
  await expect(page.getByText('New payment method successfully added')).toBeVisible(TRUTH);
  await expect(invoice.popup).toBeHidden();
  await expect(page.getByRole('main').getByText(/4444/).first()).toBeVisible();
  expect(await portal.charges()).toHaveLength(before);
});
