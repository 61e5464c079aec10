/**
 * Every page of product §2 in every state: its title, while it loads, when it fails, empty and full, at
 * 375, 768 and 1280 px, light and dark.
 */
import { expect, type Page, test } from '@playwright/test';
import {
  expectFits,
  expectFull,
  expectNoFindings,
  type Screen,
  tellStates,
} from './pages/screen.ts';
import { type Cookies, signedIn } from './pages/signed-in.ts';
import { withoutSocket } from './pages/without-socket.ts';
import { type Portal, startPortal } from './portal.ts';

const GRACE = { domain: 'northwind', email: 'grace.okafor@example.com' } as const;
const PORTAL_TITLE = 'Northwind Builders customer portal';

let portal: Portal;
let cookies: Cookies;
test.beforeAll(async ({ browser }) => {
  portal = await startPortal();
  cookies = await signedIn(browser, portal, GRACE);
});
test.afterAll(() => portal?.stop());
// A page asks again when it hears of news: here it says what is wrong until somebody presses the button.
test.beforeEach(({ page }) => withoutSocket(page));
test.use({ reducedMotion: 'reduce', colorScheme: 'light' });
test.slow();

const at = (path: string): string => `${portal.url}${path}`;
const screenAt = (screen: Omit<Screen, 'title'> & { title?: string }): Screen => ({
  title: PORTAL_TITLE,
  ...screen,
  path: at(screen.path),
});

test('the public pages', async ({ page }) => {
  const pages = [
    { path: '/', title: 'Customer Payment Portal', full: 'How it works' },
    { path: '/faq', title: 'FAQ', full: 'Do I need an account to pay?' },
    { path: '/privacy-policy', title: 'Privacy Policy', full: 'How long it is kept' },
    { path: '/terms-of-service', title: 'Terms of Service', full: 'Fees' },
    { path: '/onboarding', title: "Let's resolve your invoice!", full: 'Send me a link' },
    { path: '/resolve', title: "Let's resolve your invoice!", full: 'Send me a link' },
    {
      path: '/faq/nothing',
      title: 'Resolve the invoice',
      full: 'There is no page at this address',
    },
    { path: '/a/b/c/d', title: 'Resolve the invoice', full: 'There is no page at this address' },
  ];
  for (const each of pages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(at(each.path));
    await expectFull(page, { ...each, name: each.path });
  }
});

test('what comes before a session: the link, the login', async ({ page }) => {
  const { url, invoiceRef } = portal.link('northwind', 'NW-1183');
  const { pathname } = new URL(url);
  await tellStates(
    page,
    screenAt({
      name: 'the public link',
      path: pathname,
      call: /\/public\/account\//,
      apology: 'Your invoice could not be loaded',
      nothing: null,
      full: `Invoice ${invoiceRef}`,
    }),
  );
  await page.route(/\/api\/portal\/company\/northwind$/, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'UNEXPECTED' } }),
  );
  await page.goto(at('/northwind/auth/login?customerRef=NWB-2201'));
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('NWB-2201');
  await expectFull(page, { name: 'login', path: '', title: PORTAL_TITLE, full: 'Sign in' });
  await page.goto(at('/nobody-at-all/auth/login'));
  await expect(page.getByText('We know no company at this address')).toBeVisible();
  await expect(page).toHaveTitle('Resolve the invoice');
});

const LISTS: Omit<Screen, 'title'>[] = [
  {
    name: 'Invoices',
    path: '/northwind/invoices',
    call: /\/debtor\/[^/]+\/account\?/,
    apology: 'Your invoices could not be loaded',
    nothing: 'No invoices yet',
    full: 'NW-1183',
  },
  {
    name: 'Payments',
    path: '/northwind/payments',
    call: /\/debtor\/[^/]+\/transaction\?/,
    apology: 'Your payments could not be loaded',
    nothing: 'No payments yet',
    full: 'Success',
  },
  {
    name: 'Contracts',
    path: '/northwind/contracts',
    call: /\/api\/portal\/contract$/,
    apology: 'Your contracts could not be loaded',
    nothing: 'No contracts here',
    full: 'Document',
  },
  {
    name: 'Profile',
    path: '/northwind/profile',
    call: /\/api\/portal\/contact$/,
    apology: 'Your contacts could not be loaded',
    nothing: 'Add a contact',
    full: GRACE.email,
  },
];

test('the lists of a signed-in customer, and the profile', async ({ page, context }) => {
  await context.addCookies(cookies);
  for (const screen of LISTS) await tellStates(page, screenAt(screen));
  await page.getByRole('button', { name: 'Add a contact' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectFits(page, 'the forms of the profile');
  await expectNoFindings(page, 'the forms of the profile');
});

async function openKitchen(page: Page): Promise<string> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(at('/northwind/projects'));
  await page
    .getByRole('link', { name: /Kitchen remodel/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/projects\/[^/]+\/invoices$/);
  return new URL(page.url()).pathname.replace(/\/invoices$/, '');
}

test('projects, their parts, an estimate and a partial payment', async ({ page, context }) => {
  await context.addCookies(cookies);
  const projects = { name: 'Projects', path: '/northwind', call: /\/api\/portal\/project$/ };
  const apology = 'Your projects could not be loaded';
  await tellStates(
    page,
    screenAt({ ...projects, apology, nothing: null, full: 'Kitchen remodel' }),
  );
  const project = await openKitchen(page);
  const parts = [
    { part: 'invoices', call: /\/accounts\?/, nothing: 'No invoices yet', full: 'NW-1183' },
    { part: 'orders', call: /\/orders$/, nothing: 'No orders yet', full: 'Tile and flooring' },
    { part: 'estimates', call: /\/estimates$/, nothing: 'No estimates yet', full: 'NW-E-402' },
    { part: 'payments', call: /\/transactions\?/, nothing: 'No payments yet', full: 'Success' },
  ];
  for (const { part, ...each } of parts) {
    const path = `${project}/${part}`;
    const failed = 'This part of the project could not be loaded';
    const call = new RegExp(`/api/portal/project/[^/]+${each.call.source}`);
    await tellStates(page, screenAt({ ...each, name: part, path, call, apology: failed }));
  }
});

test('an estimate, a partial payment, an invoice, and addresses that name nothing', async ({
  page,
  context,
}) => {
  await context.addCookies(cookies);
  const project = await openKitchen(page);
  await page.goto(at(`${project}/estimates`));
  await page
    .getByRole('link', { name: /NW-E-402/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/estimates\/[^/]+$/);
  const estimate = new URL(page.url()).pathname;
  await page.goto(at(`${project}/orders`));
  await page.getByRole('checkbox', { name: /Tile and flooring/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/requests\/[^/]+$/);
  const request = new URL(page.url()).pathname;
  const alone = [
    { name: 'estimate', path: estimate, call: /\/project\/estimate\//, full: 'Accept estimate' },
    { name: 'request', path: request, call: /\/partial-request\//, full: 'Partial payment' },
    {
      name: 'invoice',
      path: '/northwind/invoices/NW-1183',
      call: /\/private\/account\//,
      full: 'Invoice NW-1183',
    },
  ];
  for (const screen of alone) {
    await tellStates(page, screenAt({ ...screen, apology: 'could not be loaded', nothing: null }));
  }
  const nothings = [
    ['/northwind/invoices/NW-0000', 'There is no such invoice'],
    ['/northwind/projects/nothing', 'There is no such project'],
    ['/northwind/estimates/nothing', 'There is no such estimate'],
    ['/northwind/requests/nothing', 'There is no such payment'],
    ['/northwind/nothing/at/all', 'There is no page at this address'],
  ] as const;
  for (const [path, text] of nothings) {
    await page.goto(at(path));
    await expect(page.getByText(text)).toBeVisible();
    await expectFits(page, path);
    await expectNoFindings(page, path);
  }
});
