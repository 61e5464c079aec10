/**
 * A slow, failing or cut network: controls react immediately, a part that fails to load does not affect the others
 * and can be retried, each failure is shown once, and only the company's colors are ever painted.
 */
import { CUSTOMERS } from './demo-companies.ts';
import { holdBack } from './pages/api-traffic.ts';
import { dropFirstAnswers } from './pages/first-answers.ts';
import { holdRoute } from './pages/held-route.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { FULL_ONLY } from './scope.ts';
import { openSession } from './session.ts';
import { expect, PHONE, test } from './test.ts';

const PAYING = /\/assets\/pay(ing)?-[^/]+\.js$/;
const ARRANGEMENT = /\/assets\/invoice-arrangement-[^/]+\.js$/;
const TOASTS = /\/assets\/(show-)?toast-?[^/]*\.js$/;
const PROFILE = /\/assets\/profile-[^/]+\.js$/;
const SIGN_OUT = '**/api/portal/debtor/logout';

test('a popup shows a loading state immediately and is retried after a load failure', async ({
  page,
  portal,
}) => {
  const invoice = new PublicInvoice(page);
  const release = await holdRoute(page, PAYING);
  await invoice.open(portal.link('harbor', 'HD-2041').url);
  await invoice.payNow.click();
  const loading = page.getByRole('dialog', { name: 'Loading ...' });
  await expect(loading).toBeVisible();
  await page.goBack();
  await expect(loading).toBeHidden();
  await expect(page.getByText('Invoice HD-2041')).toBeVisible();

  await invoice.payNow.click();
  await expect(loading).toBeVisible();
  release('abort');
  const failed = page.getByRole('dialog', { name: "This window didn't load." });
  await expect(failed).toBeVisible();
  await expect(page.getByText('Invoice HD-2041')).toBeVisible();
  await expect(page.getByText(/charged/)).toHaveCount(0);
  await page.unrouteAll();
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Payment method' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(invoice.popup).toBeHidden();
  await expect(invoice.payNow).toBeFocused();
});

test(
  'a section that fails to load after a payment is the only one missing and can be retried',
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PaymentPopup(page);
    await page.route(ARRANGEMENT, (route) => route.abort());
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.chooseDay();
    await invoice.typeCard(CARDS.pays);
    await invoice.agree(/^Confirm scheduled payment \$/);
    await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible();
    await invoice.closeOverlay();
    await expect(invoice.badge('Scheduled')).toBeVisible();
    const missing = page.getByText("We couldn't show this section.");
    await expect(missing).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(missing).toBeHidden();
    await expect(page.getByRole('region', { name: 'Scheduled payment' })).toBeVisible();
  },
);

test(
  'a page shows a loading state immediately, and a failed list shows its reason once',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    await dropFirstAnswers(page);
    await page.route(/\/debtor\/[^/]+\/account\?/, (route) => route.abort());
    await page.goto(`${portal.url}/northwind/invoices`);
    await expect(page.getByText("We couldn't load your invoices")).toBeVisible();
    await expect(page.getByText(/^No connection/)).toHaveCount(1);
    const release = await holdRoute(page, PROFILE);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('main').getByText('Loading ...')).toBeAttached();
    await expect(page.getByText("We couldn't load your invoices")).toBeHidden();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  },
);

test(
  'a page has the company colors before the first response',
  FULL_ONLY,
  async ({ page, portal }) => {
    const color = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--l-brand'));
    const release = await holdRoute(page, /\/api\/portal\//);
    await page.goto(`${portal.url}/harbor/auth/login`, { waitUntil: 'domcontentloaded' });
    const first = await color();
    expect(first).toMatch(/^#[0-9a-f]{6}$/);
    release();
    await expect(page).toHaveTitle(/Harbor Dental/);
    expect(await color()).toBe(first);
  },
);

test(
  'a section fills when the payer leaves the page and returns before its first response',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    const list = `${portal.url}/northwind/invoices`;
    const held = await holdBack(page, /\/(passkeys|devices|mail-preferences|inquiries)$/);
    const sections = async (): Promise<void> => {
      await page.getByRole('link', { name: 'NW-1183', exact: true }).first().click();
      const questions = page.getByRole('heading', { name: 'Questions about this invoice' });
      await expect(questions).toBeVisible();
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(page.getByRole('heading', { name: 'Emails' })).toBeVisible();
    };
    await page.goto(list);
    await sections();
    await page.goBack();
    await page.goBack();
    await sections();
    await held.release();
    await expect(page.getByRole('switch').first()).toBeVisible();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    await expect(
      page.getByText(/^No devices yet\. To add one, choose “Keep me signed in/),
    ).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Ask a question' })).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a failed sign-out shows an error below the header, and the next sign-out clears the tab', async ({
    context,
    page,
    portal,
  }) => {
    // Needs its own session because the test ends it.
    await context.addCookies(await openSession(portal, CUSTOMERS.luis));
    const signIn = new SignIn(page);
    await page.goto(`${portal.url}/${CUSTOMERS.luis.domain}/invoices`);
    await signIn.expectSignedIn();
    await page.evaluate(() => sessionStorage.setItem('quittance.attempt.1', 'PAY_IN_FULL key'));
    await page.route(SIGN_OUT, (route) => route.abort());
    // The code that renders toasts also fails to load at first.
    await page.route(TOASTS, (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    const toast = page.getByRole('alert').filter({ hasText: "You're still signed in." });
    await expect(toast).toBeVisible();
    const header = await page.getByRole('banner').boundingBox();
    const top = (await toast.boundingBox())?.y ?? 0;
    expect(top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    await signIn.expectSignedIn();
    await page.unrouteAll();
    await signIn.signOut();
    const keys = await page.evaluate(() => Object.keys(sessionStorage));
    expect(keys.filter((key) => key.startsWith('quittance.attempt.'))).toEqual([]);
  });
});
