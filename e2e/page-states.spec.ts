/**
 * Every page of product §2: its title and its loading, failed, empty and full states, at 375, 768 and 1280 px, in
 * light and dark mode.
 */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { blockSocket } from './pages/block-socket.ts';
import { expectAccessible, expectAllStates, expectFits, expectFull } from './pages/page-states.ts';
import { FULL_ONLY, isFull } from './scope.ts';
import { expect, test } from './test.ts';

const PORTAL_TITLE = 'Northwind Builders customer portal';

// A socket event would reload the page. Without the socket, the error stays until the button is pressed.
test.beforeEach(({ page }) => blockSocket(page));
test.use({ colorScheme: 'light' });
test.slow();

test('the public pages have their titles and content at every width', async ({ page, portal }) => {
  const pages = [
    { path: '/', title: 'Customer Payment Portal', fullText: 'How it works' },
    { path: '/faq', title: 'FAQ', fullText: 'Do I need an account to pay?' },
    { path: '/privacy-policy', title: 'Privacy Policy', fullText: 'How long information is kept' },
    { path: '/terms-of-service', title: 'Terms of Service', fullText: 'Fees' },
    { path: '/onboarding', title: "Let's resolve your invoice!", fullText: 'Send me a link' },
    { path: '/resolve', title: "Let's resolve your invoice!", fullText: 'Send me a link' },
    {
      path: '/faq/nothing',
      title: 'Resolve the invoice',
      fullText: "We can't find this page",
    },
    {
      path: '/a/b/c/d',
      title: 'Resolve the invoice',
      fullText: "We can't find this company",
    },
  ];
  // The legal pages are built like the FAQ, and /resolve like /onboarding.
  const alike = ['/privacy-policy', '/terms-of-service', '/resolve'];
  for (const [index, each] of pages.entries()) {
    if (!isFull && alike.includes(each.path)) continue;
    // Two URLs may show the same page; axe runs only on the first.
    const isFirst = pages.findIndex(({ fullText }) => fullText === each.fullText) === index;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${portal.url}${each.path}`);
    await expectFull(page, { ...each, name: each.path }, isFull || isFirst);
  }
});

test('the public link and the login page have loading, failed and full states', async ({
  page,
  portal,
}) => {
  const { url, invoiceRef } = portal.link('northwind', 'NW-1183');
  await expectAllStates(page, {
    name: 'the public link',
    url,
    title: PORTAL_TITLE,
    request: /\/public\/account\//,
    failedText: "We couldn't load your invoice",
    emptyText: null,
    fullText: `Invoice ${invoiceRef}`,
  });
  await page.route(/\/api\/portal\/company\/northwind$/, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'UNEXPECTED' } }),
  );
  await page.goto(`${portal.url}/northwind/auth/login?customerRef=NWB-2201`);
  await expect(page.getByRole('alert')).toContainText("We couldn't load this page");
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('NWB-2201');
  await expectFull(page, { name: 'login', title: PORTAL_TITLE, fullText: 'Sign in' });
  await page.goto(`${portal.url}/unknown/auth/login`);
  await expect(page.getByText("We can't find this company")).toBeVisible();
  await expect(page).toHaveTitle('Resolve the invoice');
});

const LISTS = [
  {
    name: 'Invoices',
    path: '/northwind/invoices',
    request: /\/debtor\/[^/]+\/account\?/,
    failedText: "We couldn't load your invoices",
    emptyText: 'No invoices yet',
    fullText: 'NW-1183',
  },
  {
    name: 'Payments',
    path: '/northwind/payments',
    request: /\/debtor\/[^/]+\/transaction\?/,
    failedText: "We couldn't load your payments",
    emptyText: 'No payments yet',
    fullText: 'Success',
  },
  {
    name: 'Statement',
    path: '/northwind/statement',
    request: /\/debtor\/[^/]+\/statement\?/,
    failedText: "We couldn't load your statement",
    emptyText: null,
    fullText: 'Closing balance',
  },
  {
    name: 'History',
    path: '/northwind/history',
    request: /\/debtor\/[^/]+\/history\?/,
    failedText: "We couldn't load your history",
    emptyText: 'No agreements or payments yet',
    fullText: 'You agreed to',
  },
  {
    name: 'Upcoming',
    path: '/northwind/upcoming',
    request: /\/debtor\/[^/]+\/upcoming-charge\?/,
    failedText: "We couldn't load your upcoming payments",
    emptyText: 'No upcoming payments',
    fullText: 'Add to your calendar',
  },
  {
    name: 'Several invoices',
    path: '/northwind/pay-invoices',
    request: /\/payable-invoices$/,
    failedText: "We couldn't load your invoices",
    emptyText: 'Nothing to pay',
    fullText: 'Pay several invoices',
  },
  {
    name: 'Contracts',
    path: '/northwind/contracts',
    request: /\/api\/portal\/contract$/,
    failedText: "We couldn't load your contracts",
    emptyText: 'No contracts',
    fullText: 'Document',
  },
  {
    name: 'Profile',
    path: '/northwind/profile',
    request: /\/api\/portal\/contact$/,
    failedText: "We couldn't load your contacts",
    emptyText: 'Add a contact',
    fullText: CUSTOMERS.grace.email,
  },
];

test(
  'the lists and the profile of a signed-in customer have all their states',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    // The last list is the profile, whose forms are tested next. reads.spec.ts and slow-network.spec.ts also test
    // failing lists.
    const sample = isFull ? LISTS : LISTS.slice(-1);
    for (const { path, ...list } of sample)
      await expectAllStates(page, { ...list, url: `${portal.url}${path}`, title: PORTAL_TITLE });
    await page.getByRole('button', { name: 'Add a contact' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expectFits(page, 'the forms of the profile');
    await expectAccessible(page, 'the forms of the profile');
  },
);

async function openKitchen(page: Page, portalUrl: string): Promise<string> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${portalUrl}/northwind/projects`);
  await page
    .getByRole('link', { name: /Kitchen remodel/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/projects\/[^/]+\/invoices$/);
  return page.url().replace(/\/invoices$/, '');
}

test(
  'the projects page and the tabs of a project show loading, empty, error and filled states',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    await expectAllStates(page, {
      name: 'Projects',
      url: `${portal.url}/northwind`,
      title: PORTAL_TITLE,
      request: /\/api\/portal\/project$/,
      failedText: "We couldn't load your projects",
      emptyText: null,
      fullText: 'Kitchen remodel',
    });
    const project = await openKitchen(page, portal.url);
    const tabs = [
      {
        tab: 'invoices',
        request: /\/accounts\?/,
        emptyText: 'No invoices yet',
        fullText: 'NW-1183',
      },
      {
        tab: 'orders',
        request: /\/orders$/,
        emptyText: 'No orders yet',
        fullText: 'Tile and flooring',
      },
      {
        tab: 'estimates',
        request: /\/estimates$/,
        emptyText: 'No estimates yet',
        fullText: 'NW-E-402',
      },
      {
        tab: 'payments',
        request: /\/transactions\?/,
        emptyText: 'No payments yet',
        fullText: 'Success',
      },
    ];
    for (const { tab, ...each } of tabs) {
      await expectAllStates(page, {
        ...each,
        name: tab,
        url: `${project}/${tab}`,
        title: PORTAL_TITLE,
        request: new RegExp(`/api/portal/project/[^/]+${each.request.source}`),
        failedText: "We couldn't load this section",
      });
    }
  },
);

test(
  'an estimate, a partial payment, an invoice and unknown URLs have all their states',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.grace);
    const project = await openKitchen(page, portal.url);
    await page.goto(`${project}/estimates`);
    await page
      .getByRole('link', { name: /NW-E-402/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/estimates\/[^/]+$/);
    const estimate = page.url();
    await page.goto(`${project}/orders`);
    await page.getByRole('checkbox', { name: /Tile and flooring/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/requests\/[^/]+$/);
    const request = page.url();
    const details = [
      {
        name: 'estimate',
        url: estimate,
        request: /\/project\/estimate\//,
        fullText: 'quartz countertops',
      },
      {
        name: 'request',
        url: request,
        request: /\/partial-request\//,
        fullText: 'Partial payment',
      },
      {
        name: 'invoice',
        url: `${portal.url}/northwind/invoices/NW-1183`,
        request: /\/private\/account\//,
        fullText: 'Invoice NW-1183',
      },
    ];
    const texts = { title: PORTAL_TITLE, failedText: "couldn't load", emptyText: null };
    for (const detail of details) await expectAllStates(page, { ...detail, ...texts });
    const notFound = [
      ['/northwind/invoices/NW-0000', "This invoice wasn't found in our system."],
      ['/northwind/projects/nothing', 'Project not found'],
      ['/northwind/estimates/nothing', 'Estimate not found'],
      ['/northwind/requests/nothing', 'Payment not found'],
      ['/northwind/nothing/at/all', "We can't find this page"],
    ] as const;
    // All of these use one component with different texts; axe runs only on the first.
    for (const [path, text] of notFound) {
      await page.goto(`${portal.url}${path}`);
      await expect(page.getByText(text)).toBeVisible();
      await expectFits(page, path);
      if (isFull || path === notFound[0][0]) await expectAccessible(page, path);
    }
  },
);
