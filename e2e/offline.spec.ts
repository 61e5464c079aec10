/**
 * The socket is blocked and the network fails during a payment: the page shows pending, then the outcome, and the
 * processor's records contain exactly one charge (R21, ADR 0005).
 */
import type { Page, Route } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { blockSocket } from './pages/block-socket.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS } from './pages/public-invoice.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

const SUBMIT = '**/api/portal/request/*/full/submit';
const PLAN_START = '**/api/portal/request/*/plan/submit';
const PLAN_PAYMENT = '**/api/portal/request/*/plan/pay';
const SCHEDULE = '**/api/portal/request/*/schedule-payment';
const PENDING = 'Please, dont close this window while paying';
/** Covers two lookups five seconds apart and the processor's own time. */
const OUTCOME = { timeout: 40_000 };

test.beforeEach(({ page }) => blockSocket(page));

type NetworkFailure = { at: string; when: 'before' | 'after' };

async function failNetwork(page: Page, { at, when }: NetworkFailure): Promise<void> {
  const fail = async (route: Route): Promise<void> => {
    if (when === 'after') await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  };
  await page.route(at, fail, { times: 1 });
}

async function restoreNetwork(page: Page): Promise<void> {
  await expect(page.getByText(PENDING)).toBeVisible();
  await expect(page.getByText(/^You're offline\./)).toBeVisible();
  await page.context().setOffline(false);
}

for (const { domain, processor, fields } of COMPANIES) {
  test(
    `${processor}: a network failure during a payment results in one visible charge`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal }) => {
      const before = (await portal.charges(domain)).length;
      const invoice = new PaymentPopup(page, fields);
      await invoice.open((await portal.unpaid(domain)).url);
      await failNetwork(page, { at: SUBMIT, when: 'after' });
      await invoice.pay(CARDS.pays);
      await restoreNetwork(page);
      await expect(page.getByText('Payment successful!')).toBeVisible(OUTCOME);
      await invoice.closeOverlay();
      await expect(invoice.badge('Paid')).toBeVisible();
      expect(await portal.charges(domain)).toHaveLength(before + 1);
    },
  );
}

test(
  'a network failure before the request charges nothing, and a retry charges once',
  FULL_ONLY,
  async ({ page, portal }) => {
    const before = (await portal.charges()).length;
    const invoice = new PaymentPopup(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await failNetwork(page, { at: SUBMIT, when: 'before' });
    await invoice.pay(CARDS.pays);
    await restoreNetwork(page);
    await expect(page.getByText(/You have not been charged/)).toBeVisible(OUTCOME);
    expect(await portal.charges()).toHaveLength(before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await invoice.typeCard(CARDS.pays);
    await invoice.submit.click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
    expect(await portal.charges()).toHaveLength(before + 1);
  },
);

test(
  'a payment that is confirmed offline shows no technical text, covers no amount and charges once later',
  FULL_ONLY,
  async ({ page, portal }) => {
    const before = (await portal.charges()).length;
    const invoice = new PaymentPopup(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.openCardForm();
    await invoice.fillCard(CARDS.pays);
    await expect(invoice.submit).toBeEnabled();
    await page.context().setOffline(true);
    const offline = page.getByText(/^You're offline\./).locator('visible=true');
    await expect(offline).toHaveCount(1);
    const line = await offline.boundingBox();
    const total = await invoice.popup.getByText('Total', { exact: true }).boundingBox();
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(total?.y ?? 0);
    await invoice.submit.click();
    await expect(page.getByText("We couldn't verify the card. Please try again.")).toBeVisible();
    await expect(page.getByText(/fetch/i)).toHaveCount(0);
    await page.context().setOffline(false);
    await invoice.submit.click();
    await invoice.expectSuccess();
    expect(await portal.charges()).toHaveLength(before + 1);
  },
);

test(
  'network failures at the start and the next payment of a plan result in two charges',
  FULL_ONLY,
  async ({ page, portal }) => {
    test.slow();
    const before = (await portal.charges()).length;
    const invoice = new PaymentPopup(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await failNetwork(page, { at: PLAN_START, when: 'after' });
    await invoice.choosePlan(2);
    await invoice.typeCard(CARDS.pays);
    await invoice.agree(/^Pay First payment \$/);
    await restoreNetwork(page);
    await expect(page.getByText('Payment successful!')).toBeVisible(OUTCOME);
    await invoice.closeOverlay();
    await failNetwork(page, { at: PLAN_PAYMENT, when: 'after' });
    await page.getByRole('button', { name: /^Pay Final payment \$/ }).click();
    await invoice.submit.click();
    await restoreNetwork(page);
    await expect(page.getByText('Payment successful!')).toBeVisible(OUTCOME);
    await invoice.closeOverlay();
    await expect(invoice.badge('Paid')).toBeVisible();
    expect(await portal.charges()).toHaveLength(before + 2);
  },
);

test(
  'a lookup without a socket finds a charge whose processor response was lost',
  FULL_ONLY,
  async ({ page, portal }) => {
    const before = (await portal.charges()).length;
    await portal.fault({ operation: 'sale', fault: 'lose_answer' });
    const invoice = new PaymentPopup(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.pay(CARDS.pays);
    await expect(page.getByText('Payment successful!')).toBeVisible(OUTCOME);
    expect(await portal.charges()).toHaveLength(before + 1);
  },
);

test(
  'a payment is scheduled and its method is changed without a socket',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    test.slow();
    const before = (await portal.charges()).length;
    const { maya } = CUSTOMERS;
    await signInAs(maya);
    const { invoiceRef } = await portal.unpaid('harbor', { customerRef: maya.reference });
    const invoice = new PaymentPopup(page);
    await invoice.open(`${portal.url}/harbor/invoices/${invoiceRef}`);
    await failNetwork(page, { at: SCHEDULE, when: 'after' });
    await invoice.chooseDay();
    await invoice.typeCard(CARDS.pays);
    await invoice.agree(/^Confirm scheduled payment \$/);
    await restoreNetwork(page);
    await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible(OUTCOME);
    await invoice.closeOverlay();
    await expect(invoice.badge('Scheduled')).toBeVisible();

    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await invoice.typeCard('5555555555554444');
    await invoice.popup.getByRole('button', { name: 'Confirm payment' }).click();
    await expect(page.getByText('New payment method successfully added')).toBeVisible(OUTCOME);
    await expect(invoice.popup).toBeHidden();
    await expect(page.getByRole('main').getByText(/4444/).first()).toBeVisible();
    expect(await portal.charges()).toHaveLength(before);
  },
);
