/**
 * Page reads while the network is slow, failing or cut: no page shows the response to another request, every page
 * offers a retry and recovers on its own, and no read is repeated without a reason (R21).
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { cut, fail, holdBack, recordCalls } from './pages/api-traffic.ts';
import { blockSocket } from './pages/block-socket.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { FULL_ONLY, isFull } from './scope.ts';
import { test } from './test.ts';

test('a late response never changes the invoice behind an open payment', async ({
  page,
  portal,
  signInAs,
}) => {
  const { maya } = CUSTOMERS;
  await blockSocket(page);
  await signInAs(maya);
  const customerRef = maya.reference;
  const slow = await portal.unpaid('harbor', { customerRef, totalCents: 111_100 });
  const quick = await portal.unpaid('harbor', { customerRef, totalCents: 222_200 });
  await page.goto(`${portal.url}/harbor/invoices?search=E2E`);
  const held = await holdBack(page, new RegExp(`/private/account/${slow.invoiceRef}$`));
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  await link(slow.invoiceRef).click();
  await expect(page).toHaveURL(new RegExp(`/${slow.invoiceRef}$`));
  await page.goBack();
  await link(quick.invoiceRef).click();
  const invoice = new PaymentPopup(page);
  await invoice.openPopup();
  const amount = invoice.popup.getByText('$2,222.00').first();
  await expect(amount).toBeVisible();
  await held.release();
  await page.evaluate(() => fetch('/api/portal/ip').then(({ ok }) => ok));
  await expect(amount).toBeVisible();
  await expect(invoice.popup.getByText('$1,111.00')).toHaveCount(0);
  await expect(invoice.popup.getByText(quick.invoiceRef).first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${quick.invoiceRef}$`));
});

test(
  "a late response never shows another invoice's payments",
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    const { maya } = CUSTOMERS;
    await blockSocket(page);
    await signInAs(maya);
    const own = { customerRef: maya.reference };
    const [first, second] = [
      await portal.unpaid('harbor', own),
      await portal.unpaid('harbor', own),
    ];
    await page.goto(`${portal.url}/harbor/invoices?search=E2E`);
    const open = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    await open(first.invoiceRef);
    const noPayments = page.getByText('No payments yet');
    await expect(noPayments).toBeVisible();
    const held = await holdBack(page, /\/private\/invoice-transactions\//);
    await page.goBack();
    await open(second.invoiceRef);
    await expect(page.getByRole('heading', { name: `Invoice ${second.invoiceRef}` })).toBeVisible();
    await expect(noPayments).toHaveCount(0);
    await held.release();
    await expect(noPayments).toBeVisible();
  },
);

type PageUnderTest = { path: string; request: RegExp; failed: string; full: string };

const PAGES: readonly PageUnderTest[] = [
  {
    path: '',
    request: /\/api\/portal\/project$/,
    failed: "We couldn't load your projects",
    full: 'Kitchen remodel',
  },
  {
    path: '/invoices',
    request: /\/debtor\/[^/]+\/account\?/,
    failed: "We couldn't load your invoices",
    full: 'NW-1183',
  },
  {
    path: '/invoices/NW-1183',
    request: /\/private\/account\//,
    failed: "We couldn't load your invoice",
    full: 'Invoice NW-1183',
  },
  {
    path: '/payments',
    request: /\/debtor\/[^/]+\/transaction\?/,
    failed: "We couldn't load your payments",
    full: 'Success',
  },
  {
    path: '/contracts/all',
    request: /\/api\/portal\/contract$/,
    failed: "We couldn't load your contracts",
    full: 'Document',
  },
  {
    path: '/profile',
    request: /\/api\/portal\/contact$/,
    failed: "We couldn't load your contacts",
    full: CUSTOMERS.grace.email,
  },
];

async function detailPages(page: Page, portalUrl: string): Promise<PageUnderTest[]> {
  await page.goto(`${portalUrl}/northwind/projects`);
  const kitchen = page.getByRole('link', { name: /Kitchen remodel/ }).first();
  const project = (await kitchen.getAttribute('href'))?.replace(/^\/northwind|\/invoices$/g, '');
  await page.goto(`${portalUrl}/northwind${project}/estimates`);
  const estimate = page.getByRole('link', { name: /NW-E-402/ }).first();
  const path = (await estimate.getAttribute('href'))?.replace('/northwind', '') ?? '';
  const part = { failed: "We couldn't load this section" };
  const tabs = [
    { tab: 'invoices', request: /\/accounts\?/, full: 'NW-1183' },
    { tab: 'orders', request: /\/api\/.*\/orders$/, full: 'Tile and flooring' },
    { tab: 'estimates', request: /\/api\/.*\/estimates$/, full: 'NW-E-402' },
    { tab: 'payments', request: /\/transactions\?/, full: 'Success' },
  ];
  return [
    ...tabs.map(({ tab, ...each }) => ({ ...part, ...each, path: `${project}/${tab}` })),
    { path, request: /\/project\/estimate\//, failed: "couldn't load", full: 'quartz' },
  ];
}

async function expectRecovery(page: Page, url: string, target: PageUnderTest): Promise<void> {
  const failure = page.getByRole('alert').filter({ hasText: target.failed });
  const full = page.getByRole('main').getByText(target.full).first();
  const { restore } = await cut(page, target.request);
  await page.goto(url);
  await expect(failure, `${target.path} is cut`).toBeVisible();
  await restore();
  await expect(full, `${target.path} recovers with the network`).toBeVisible();
  const broken = await fail(page, target.request);
  await page.reload();
  await expect(failure, `${target.path} fails`).toBeVisible();
  // A page reads some of its content twice when it opens.
  await page.waitForLoadState('networkidle');
  await broken.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(full, `${target.path} is retried`).toBeVisible();
}

test('every page recovers automatically from a dropped connection, and by a retry from a server error', async ({
  page,
  portal,
  signInAs,
}) => {
  test.slow();
  await blockSocket(page);
  await signInAs(CUSTOMERS.grace);
  const targets = isFull
    ? [...PAGES, ...(await detailPages(page, portal.url))]
    : PAGES.filter(({ path }) => path === '/payments');
  for (const target of targets)
    await expectRecovery(page, `${portal.url}/northwind${target.path}`, target);
  // page-states.spec.ts covers the failure and the reload.
  if (!isFull) return;
  const link = portal.link('northwind', 'NW-1183');
  await expectRecovery(page, link.url, {
    path: 'a public link',
    request: /\/public\/account\//,
    failed: "We couldn't load your invoice",
    full: 'Invoice NW-1183',
  });
});

for (const [what, request] of [
  ['company', /\/private\/company$/],
  ['customer', /\/private\/debtor\//],
] as const) {
  test(
    `a signed-in page without the ${what} offers a retry, after which the invoice can be paid`,
    // Covered in every run by customer-area.test.tsx.
    FULL_ONLY,
    async ({ page, portal, signInAs }) => {
      await signInAs(CUSTOMERS.grace);
      const broken = await fail(page, request);
      await page.goto(`${portal.url}/northwind/invoices/NW-1183`);
      const failure = page.getByRole('alert').filter({ hasText: "We couldn't load this page" });
      await expect(failure).toBeVisible();
      await page.waitForLoadState('networkidle');
      await broken.restore();
      await page.getByRole('button', { name: 'Try again' }).click();
      const invoice = new PaymentPopup(page);
      await invoice.openPopup();
      await expect(invoice.popup.getByText('NW-1183').first()).toBeVisible();
    },
  );
}

test(
  "the company's name stays visible while the company is loading",
  FULL_ONLY,
  async ({ page, portal }) => {
    const held = await holdBack(page, /\/public\/company\//);
    await page.goto(portal.link('harbor', 'HD-2041').url);
    await expect(page.getByRole('banner')).toContainText('Harbor Dental');
    await held.release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Harbor Dental');
  },
);

async function controlSocket(context: BrowserContext) {
  let isBlocked = false;
  let attempts = 0;
  let connections = 0;
  let hear = (_: string): void => {};
  await context.route('**/api/socket/**', (route) => route.abort());
  await context.routeWebSocket('**/api/socket/**', (socket) => {
    attempts += 1;
    // The socket opens but never gets a response, as behind a proxy that does not support it.
    if (isBlocked) return;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // Socket.io's response to a handshake starts with '40'.
      if (String(message).startsWith('40')) connections += 1;
      socket.send(message);
    });
    hear = (message) => socket.send(message);
  });
  return {
    block: (isNowBlocked: boolean): void => {
      isBlocked = isNowBlocked;
    },
    attempts: () => attempts,
    connections: () => connections,
    hear: (event: string, payload: object): void => hear(`42${JSON.stringify([event, payload])}`),
  };
}

/** The first attempt and the five retries of product §4.19. */
const ATTEMPTS = 6;
/** Longer than an attempt without a response plus the pause after it. */
const UNANSWERED_MS = 30_000;

test(
  'the socket reconnects when the payer returns, and the public page is refreshed',
  FULL_ONLY,
  async ({ context, page, portal }) => {
    const socket = await controlSocket(context);
    socket.block(true);
    await page.clock.install();
    await page.goto(portal.link('harbor', 'HD-2041').url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      await page.clock.fastForward(UNANSWERED_MS);
      await expect.poll(() => socket.attempts()).toBeGreaterThanOrEqual(attempt);
    }
    await page.clock.fastForward(60_000);
    expect(socket.attempts()).toBe(ATTEMPTS);
    socket.block(false);
    const calls = recordCalls(page);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect.poll(() => socket.connections()).toBe(1);
    await expect.poll(() => calls.some((path) => path.startsWith('public/account/'))).toBe(true);
  },
);

test('the invoice list is embedded in the document, and twenty events cost two rounds of calls', async ({
  context,
  page,
  portal,
  signInAs,
}) => {
  await signInAs(CUSTOMERS.grace);
  const socket = await controlSocket(context);
  const calls = recordCalls(page);
  const lists = () => calls.filter((path) => path.endsWith('/account')).length;
  await page.goto(`${portal.url}/northwind/invoices`);
  await expect(page.getByRole('link', { name: 'NW-1183', exact: true }).first()).toBeVisible();
  await expect.poll(() => socket.connections()).toBe(1);
  expect(lists()).toBe(0);
  const before = calls.length;
  for (let event = 0; event < 20; event += 1)
    socket.hear('payment_processing', { paymentProcessingStatus: 'success' });
  await expect.poll(lists).toBe(2);
  expect(calls.length - before).toBe(2);
});
