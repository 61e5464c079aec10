/** Signing in and out (product §4.16 to §4.18, R3, R19, R20), with real emails in the sandbox's mailbox. */
import type { Browser, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { blockSocket } from './pages/block-socket.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { FULL_ONLY, isFull } from './scope.ts';
import { expect, test } from './test.ts';

const { maya: MAYA, omar: OMAR, priya: PRIYA, grace: GRACE } = CUSTOMERS;

function recordStatuses(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (/\/api\/portal\/(private|debtor\/[^/]+\/account)/.test(response.url()))
      statuses.push(response.status());
  });
  return statuses;
}

test('the sign-in link works in the requesting browser, and the session lasts until sign-out', async ({
  page,
  portal,
  context,
}) => {
  const signIn = new SignIn(page);
  await signIn.requestLink(portal, MAYA);
  const { url } = await portal.mailbox.nextSignIn(MAYA.email);
  const tab = await context.newPage();
  const inside = new SignIn(tab);
  await tab.goto(url);
  await inside.expectSignedIn();
  expect(tab.url()).not.toContain('token');

  await signIn.expectSignedIn();
  await page.reload();
  await signIn.expectSignedIn();

  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name.endsWith('AccessToken'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  });
  await inside.signOut();
  await expect(signIn.identifier).toBeVisible();

  const statuses = recordStatuses(page);
  await page.goto(`${portal.url}/harbor/invoices`);
  await expect(signIn.identifier).toBeVisible();
  expect(statuses.filter((status) => status < 400)).toEqual([]);
});

/** Acts as an email scanner: opens the link, runs its scripts and presses every button. */
async function scan(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await fetch(url);
  await page.goto(url);
  await expect(new SignIn(page).code).toBeVisible();
  for (const button of await page.getByRole('button').all()) await button.click();
  await expect(page.getByText('The code has 6 digits.')).toBeVisible();
  const sessions = (await context.cookies()).filter(({ name }) => name.endsWith('AccessToken'));
  await context.close();
  return sessions.length;
}

test(
  'the sign-in code signs in, and a wrong code shows an error',
  FULL_ONLY,
  async ({ page, portal }) => {
    const signIn = new SignIn(page);
    await page.goto(`${portal.url}/harbor/invoices?customerRef=HDG-10433`);
    await expect(signIn.identifier).toHaveValue('HDG-10433');
    await signIn.requestLinkFor(OMAR.email);
    const { code } = await portal.mailbox.nextSignIn(OMAR.email);
    await signIn.typeCode(code === '000 000' ? '111111' : '000000');
    await expect(page.getByText(/That code isn't right/)).toBeVisible();
    await signIn.typeCode(code);
    await signIn.expectSignedIn();
    await expect(page).toHaveURL(/\/harbor\/invoices/);
  },
);

test('a sign-in link alone gives no session to another browser or a mail scanner', async ({
  page,
  portal,
  browser,
}) => {
  test.setTimeout(120_000);
  const signIn = new SignIn(page);
  await signIn.requestLink(portal, GRACE);
  const { url, code } = await portal.mailbox.nextSignIn(GRACE.email);
  expect(await scan(browser, url)).toBe(0);

  const phone = await browser.newContext();
  const other = new SignIn(await phone.newPage());
  await other.page.goto(url);
  await other.typeCode(code);
  await other.expectSignedIn();
  await phone.close();

  await page.goto('about:blank');
  const dead = new URL(url);
  dead.searchParams.set('customerRef', GRACE.reference);
  await page.goto(dead.href);
  await expect(page.getByText('That link was already used or has expired')).toBeVisible();
  await expect(signIn.identifier).toHaveValue(GRACE.reference);
  await expect(page.getByText('This sign-in link is no longer valid')).toBeVisible();
  await signIn.requestLinkFor(GRACE.email);
  await page.goto((await portal.mailbox.nextSignIn(GRACE.email)).url);
  await signIn.expectSignedIn();
});

/** Ends the session of the page in another browser that has the same cookies. */
async function signOutElsewhere(browser: Browser, page: Page, url: string): Promise<void> {
  const elsewhere = await browser.newContext({
    storageState: await page.context().storageState(),
  });
  const other = new SignIn(await elsewhere.newPage());
  await other.page.goto(url);
  await expect(other.page.getByRole('searchbox', { name: 'Search invoices' })).toBeVisible();
  await other.signOut();
  await elsewhere.close();
}

test(
  'a page stays visible after its session ends elsewhere, until the customer signs in again',
  FULL_ONLY,
  async ({ page, portal, browser }) => {
    const signIn = new SignIn(page);
    await signIn.requestLink(portal, PRIYA);
    await page.goto((await portal.mailbox.nextSignIn(PRIYA.email)).url);
    await signIn.expectSignedIn();
    await page.goto(`${portal.url}/harbor/invoices`);
    const search = page.getByRole('searchbox', { name: 'Search invoices' });
    await expect(search).toBeVisible();

    await signOutElsewhere(browser, page, `${portal.url}/harbor/invoices`);

    // The socket reports the end of the session immediately. The page stays visible behind the dialog.
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Send me a sign-in link' }).click();
    await signIn.typeCode((await portal.mailbox.nextSignIn(PRIYA.email)).code);
    await expect(dialog).toBeHidden();
    await expect(search).toBeVisible();
    await expect(page).toHaveURL(/\/harbor\/invoices$/);
  },
);

test(
  'a payment that meets the end of its session continues after the customer signs in again (R20)',
  FULL_ONLY,
  async ({ page, portal, browser }) => {
    const signIn = new SignIn(page);
    await signIn.requestLink(portal, PRIYA);
    await page.goto((await portal.mailbox.nextSignIn(PRIYA.email)).url);
    await signIn.expectSignedIn();
    // The socket would report the end of the session before the payment.
    await blockSocket(page);
    const before = await portal.countPaid();
    const { invoiceRef } = await portal.unpaid('harbor');
    const invoice = new PublicInvoice(page);
    await invoice.open(`${portal.url}/harbor/invoices/${invoiceRef}`);
    await invoice.openCardForm();
    await invoice.fillCard(CARDS.pays);
    await expect(invoice.submit).toBeEnabled();
    await signOutElsewhere(browser, page, `${portal.url}/harbor/invoices`);
    await invoice.submit.click();
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByRole('button', { name: 'Send me a sign-in link' }).click();
    await signIn.typeCode((await portal.mailbox.nextSignIn(PRIYA.email)).code);
    await invoice.expectSuccess();
    await expect(page.getByText('Payment unsuccessful!')).toHaveCount(0);
    expect(await portal.countPaid()).toBe(before + 1);
  },
);

test(
  'an expired public link and a paper invoice both offer a new link',
  FULL_ONLY,
  async ({ page, portal }) => {
    await page.goto(`${portal.url}/harbor/pay/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`);
    await page.getByRole('link', { name: 'Get a new link' }).click();
    await expect(page).toHaveTitle("Let's resolve your invoice!");
    await page.getByRole('button', { name: /Harbor Dental/ }).click();
    await page.getByLabel('Invoice or customer reference').fill('HD-2041');
    await page.getByLabel(/^Your .*mail address/).fill(MAYA.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByText('If it matches, a link is on its way')).toBeVisible();
    await page.goto(await portal.mailbox.nextLink(MAYA.email, /http\S+\/pay\/\S+/));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('HD-2041');
  },
);

async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, `${page.url()}, light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  if (isFull) await expectNoViolations(page, `${page.url()}, dark`);
  else await expectReadableColors(page, `${page.url()}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

test(
  'axe finds no violation on the pages before sign-in',
  FULL_ONLY,
  async ({ page, portal, browser }) => {
    const signIn = new SignIn(page);
    await page.goto(`${portal.url}/harbor/auth/login`);
    await expect(signIn.identifier).toBeVisible();
    await expectAccessible(page);
    await signIn.requestLinkFor(OMAR.email);
    await expectAccessible(page);
    const { url } = await portal.mailbox.nextSignIn(OMAR.email);
    const otherContext = await browser.newContext({
      reducedMotion: 'reduce',
      colorScheme: 'light',
    });
    const other = new SignIn(await otherContext.newPage());
    await other.page.goto(url);
    await expect(other.code).toBeVisible();
    await expectAccessible(other.page);
    await otherContext.close();
    await page.goto(`${portal.url}/resolve?company=harbor`);
    await expect(page.getByRole('button', { name: /Harbor Dental/ })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${portal.url}/unknown/auth/login`);
    await expect(page.getByText("We can't find this company")).toBeVisible();
    await expectAccessible(page);
  },
);
