/** Getting in and out (product §4.16 to §4.18, R3, R19, R20), by real mails through the sandbox's mailbox. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { type Portal, startPortal } from './portal.ts';

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;
const OMAR = { domain: 'harbor', email: 'omar.haddad@example.com' } as const;
const PRIYA = { domain: 'harbor', email: 'priya.nair@example.com' } as const;
const GRACE = { domain: 'northwind', email: 'grace.okafor@example.com' } as const;

let portal: Portal;
let mailbox: Mailbox;
test.beforeAll(async () => {
  portal = await startPortal();
  mailbox = new Mailbox(portal.sandbox);
});
test.afterAll(() => portal?.stop());

/** Calls that need a session and were answered. */
function recordAnswers(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (/\/api\/portal\/(private|debtor\/[^/]+\/account)/.test(response.url()))
      statuses.push(response.status());
  });
  return statuses;
}

test('the link signs in the browser that asked, a reload keeps it, signing out ends it', async ({
  page,
  context,
}) => {
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, MAYA);
  const { url } = await mailbox.nextWayIn(MAYA.email);
  const tab = await context.newPage();
  const inside = new SignIn(tab);
  await tab.goto(url);
  await inside.expectInside();
  expect(tab.url()).not.toContain('token');

  // The tab that asked and was left waiting follows.
  await signIn.expectInside();
  await page.reload();
  await signIn.expectInside();

  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name.endsWith('AccessToken'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
  });
  await inside.signOut();
  await expect(signIn.who).toBeVisible();

  const statuses = recordAnswers(page);
  await page.goto(`${portal.url}/harbor/invoices`);
  await expect(signIn.who).toBeVisible();
  expect(statuses.filter((status) => status < 400)).toEqual([]);
});

/** What a mail scanner does: opens the link, runs its scripts, and presses whatever can be pressed. */
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

test('the code signs in as well, and a wrong one says so', async ({ page }) => {
  const signIn = new SignIn(page);
  await page.goto(`${portal.url}/harbor/invoices?customerRef=HDG-10433`);
  await expect(signIn.who).toHaveValue('HDG-10433');
  await signIn.askFor(OMAR.email);
  const { code } = await mailbox.nextWayIn(OMAR.email);
  await signIn.typeCode(code === '000 000' ? '111111' : '000000');
  await expect(page.getByText(/This code is not right/)).toBeVisible();
  await signIn.typeCode(code);
  await signIn.expectInside();
  await expect(page).toHaveURL(/\/harbor\/invoices/);
});

test('another browser needs the code, a scanner gets nothing, a used link gives a fresh one', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, GRACE);
  const { url, code } = await mailbox.nextWayIn(GRACE.email);
  expect(await scan(browser, url)).toBe(0);

  const phone = await browser.newContext();
  const other = new SignIn(await phone.newPage());
  await other.page.goto(url);
  await other.typeCode(code);
  await other.expectInside();
  await phone.close();

  await page.goto('about:blank');
  await page.goto(url);
  await expect(page.getByText('That link has been used or has run out')).toBeVisible();
  await expect(page.getByText('This sign-in link is no longer valid')).toBeVisible();
  await signIn.askFor(GRACE.email);
  await page.goto((await mailbox.nextWayIn(GRACE.email)).url);
  await signIn.expectInside();
});

test('a session that ends elsewhere keeps the page until its customer is back', async ({
  page,
  browser,
}) => {
  const signIn = new SignIn(page);
  await signIn.ask(portal.url, PRIYA);
  await page.goto((await mailbox.nextWayIn(PRIYA.email)).url);
  await signIn.expectInside();
  await page.goto(`${portal.url}/harbor/invoices`);
  const search = page.getByRole('searchbox', { name: 'Search invoices' });
  await expect(search).toBeVisible();

  const elsewhere = await browser.newContext({
    storageState: await page.context().storageState(),
  });
  const other = new SignIn(await elsewhere.newPage());
  await other.page.goto(`${portal.url}/harbor/invoices`);
  await expect(other.page.getByRole('searchbox', { name: 'Search invoices' })).toBeVisible();
  await other.signOut();
  await elsewhere.close();

  // The socket is told at once; what was typed waits behind the dialog.
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Send me a sign-in link' }).click();
  await signIn.typeCode((await mailbox.nextWayIn(PRIYA.email)).code);
  await expect(dialog).toBeHidden();
  await expect(search).toBeVisible();
  await expect(page).toHaveURL(/\/harbor\/invoices$/);
});

test('a dead public link and a paper invoice lead to a fresh link', async ({ page }) => {
  await page.goto(`${portal.url}/harbor/pay/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveTitle("Let's resolve your invoice!");
  await page.getByRole('button', { name: /Harbor Dental/ }).click();
  await page.getByLabel('Invoice or customer reference').fill('HD-2041');
  await page.getByLabel('Your e-mail address').fill(MAYA.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('If it matches, a link is on its way')).toBeVisible();
  const [url] = /http\S+\/pay\/\S+/.exec(await mailbox.next(MAYA.email)) ?? [];
  await page.goto(url ?? 'about:blank');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('HD-2041');
});

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target) }))).toEqual(
    [],
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('axe finds nothing on the way in', async ({ page, browser }) => {
      const signIn = new SignIn(page);
      await page.goto(`${portal.url}/harbor/auth/login`);
      await expect(signIn.who).toBeVisible();
      await expectNoFindings(page);
      await signIn.askFor(OMAR.email);
      await expectNoFindings(page);
      const { url } = await mailbox.nextWayIn(OMAR.email);
      const other = await browser.newContext({ colorScheme });
      const enter = new SignIn(await other.newPage());
      await enter.page.goto(url);
      await expect(enter.code).toBeVisible();
      await expectNoFindings(enter.page);
      await other.close();
      await page.goto(`${portal.url}/resolve?company=harbor`);
      await expect(page.getByRole('button', { name: /Harbor Dental/ })).toBeVisible();
      await expectNoFindings(page);
      await page.goto(`${portal.url}/nobody/auth/login`);
      await expect(page.getByText('We know no company at this address')).toBeVisible();
      await expectNoFindings(page);
    });
  });
}
