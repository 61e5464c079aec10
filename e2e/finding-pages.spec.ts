/** How pages are reached: unknown URLs, references in any letter case, and the page after a sign-in. */
import { CUSTOMERS } from './demo-companies.ts';
import { dropFirstAnswers } from './pages/first-answers.ts';
import { holdRoute } from './pages/held-route.ts';
import { SignIn } from './pages/sign-in.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

const { maya: MAYA, omar: OMAR } = CUSTOMERS;

test('an unknown page and a dead link show the portal layout and return 404, with or without a session', async ({
  page,
  portal,
  signInAs,
}) => {
  const expectUnknown = async (path: string, text = "We can't find this page") => {
    const response = await page.goto(`${portal.url}/harbor/${path}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page).toHaveTitle('Harbor Dental customer portal');
    await expect(page.getByRole('banner')).toContainText('Harbor Dental');
  };
  await expectUnknown(`pay/${'a'.repeat(32)}`, "This link doesn't work");
  await expectUnknown('nowhere');
  await expect(page.getByRole('navigation', { name: 'Portal' })).toHaveCount(0);

  await signInAs(MAYA);
  await expectUnknown('nowhere/at/all');
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible();
  // The company hides its contracts (product §2.4).
  await expectUnknown('contracts/all');
  await page.getByRole('link', { name: 'Go to your invoices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
});

test('the served document has the title of its page, and public pages name their addresses', async ({
  page,
  portal,
}) => {
  const read = async (path: string, language = 'en'): Promise<string> => {
    const headers = { 'accept-language': language };
    return (await page.request.get(`${portal.url}${path}`, { headers })).text();
  };
  const { url } = portal.link('harbor', 'HD-2041');
  const titles = [
    ['/', 'en', 'Customer Payment Portal'],
    ['/faq', 'en', 'FAQ'],
    ['/onboarding', 'en', 'Let&#39;s resolve your invoice!'],
    ['/terms-of-service', 'es', 'Términos del servicio'],
    ['/harbor/auth/login', 'es', 'Portal de clientes de Harbor Dental'],
    [url.slice(portal.url.length), 'en', 'Harbor Dental customer portal'],
    ['/unknown', 'en', 'Resolve the invoice'],
  ] as const;
  for (const [path, language, title] of titles) {
    expect(await read(path, language), path).toContain(`<title>${title}</title>`);
  }
  const faq = `${portal.url}/faq`;
  const html = await read('/faq?lang=es');
  expect(html).toContain(`<link rel="canonical" href="${faq}?lang=es">`);
  for (const [name, href] of [
    ['en', `${faq}?lang=en`],
    ['es', `${faq}?lang=es`],
    ['x-default', faq],
  ]) {
    expect(html).toContain(`<link rel="alternate" hreflang="${name}" href="${href}">`);
  }
  expect(await read('/onboarding')).toContain(
    `<link rel="canonical" href="${portal.url}/resolve">`,
  );
  expect(await read('/harbor/auth/login')).not.toContain('rel="canonical"');

  const robots = await page.request.get(`${portal.url}/robots.txt`);
  expect(robots.headers()['content-type']).toContain('text/plain');
  expect(await robots.text()).toMatch(/^User-agent: \*\n(?:Allow: .+\n)+Disallow: \/\n$/);
  const icon = await page.request.get(`${portal.url}/favicon.ico`);
  expect(icon.headers()['content-type']).toBe('image/x-icon');
  expect((await icon.body()).length).toBeGreaterThan(100);
});

test(
  'an invoice opens by its reference in upper or lower case, in the path or the query',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(MAYA);
    await page.goto(`${portal.url}/HARBOR/invoices/hd-1902?from=mail`);
    await expect(page).toHaveURL(`${portal.url}/harbor/invoices/hd-1902?from=mail`);
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice HD-1902' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeEnabled();

    await page.goto(`${portal.url}/harbor?customerRef=HDG-10417&invoiceRef=HD-2058`);
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice HD-2058' })).toBeVisible();
    await expect(page).toHaveURL(/\/harbor\/invoices\/HD-2058\?customerRef=HDG-10417$/);

    // A customer who is signed in already goes where the link leads, without a glimpse of the form.
    await dropFirstAnswers(page);
    const release = await holdRoute(page, /\/debtor\/auth\?/);
    await page.goto(`${portal.url}/harbor/auth/login?invoiceRef=HD-1902`);
    await expect(page.getByText('Loading ...')).toBeAttached();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice HD-1902' })).toBeVisible();

    await page.goto(`${portal.url}/harbor/invoices?invoiceRef=HD-0`);
    await expect(page.getByText("This invoice wasn't found in our system.")).toBeVisible();
    await page.getByRole('link', { name: 'All invoices' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible();
  },
);

test(
  'a sign-in without a target page opens the invoices, most urgent first',
  FULL_ONLY,
  async ({ page, portal }) => {
    const signIn = new SignIn(page);
    await signIn.enter(portal, OMAR);
    await expect(page).toHaveURL(`${portal.url}/harbor/invoices`);
    const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^HD-/ }) });
    await expect(rows.first()).toContainText('HD-1702');
    await expect(rows.first()).toContainText('Uncollectible');
    await expect(rows.last()).toContainText('HD-1201');
    // This customer has projects, so the portal starts on a different page.
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  },
);

test(
  'an address search without a match shows a message, and Enter keeps the form open',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(MAYA);
    await page.goto(`${portal.url}/harbor/profile`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const search = page.getByRole('combobox', { name: 'Find your address' });
    await search.fill('zzzz no such street');
    await expect(page.getByText('No matching address.').first()).toBeVisible();
    await search.press('Enter');
    await expect(search).toHaveValue('zzzz no such street');
    await search.fill('lantern portland');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await search.press('Enter');
    await expect(page.getByText('Choose an address from the list').first()).toBeVisible();
    await search.press('ArrowDown');
    await search.press('Enter');
    await expect(page.getByRole('textbox', { name: 'City' })).not.toHaveValue('');
  },
);
