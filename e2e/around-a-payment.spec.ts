/** What is around a payment: receipts, mails, contacts, addresses, and who measures which pages. */
import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { type Portal, startPortal } from './portal.ts';

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' } as const;

/** Services that nobody reaches from here: the browser answers for them. */
const MEASURING = {
  ANALYTICS_URL: 'https://plausible.example',
  ANALYTICS_SITE: 'pay.example.com',
  CLARITY_ID: 'abcdef1234',
  META_PIXEL_ID: '1234567890',
  LINKEDIN_PARTNER_ID: '98765',
} as const;
const MEASURED_BY = [
  'https://plausible.example/api/event',
  'https://px.ads.linkedin.com/collect/',
  'https://www.clarity.ms/tag/abcdef1234',
  'https://www.facebook.com/tr',
];

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal(MEASURING);
});
test.afterAll(() => portal?.stop());
test.use({ reducedMotion: 'reduce' });

type Mail = { id: string; subject: string; attachments: { filename: string; url: string }[] };

async function receiptMail(): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      const answer = await fetch(`${portal.sandbox}/_sandbox/mailbox.json`);
      // because the sandbox documents this shape
      const { mails } = (await answer.json()) as { mails: Mail[] };
      found = mails.find(({ subject }) => subject.startsWith('Receipt from Harbor Dental'));
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error('No receipt came');
  return found;
}

test('a guest who paid finds the receipt in the mail, on the smallest telephone too', async ({
  page,
}) => {
  const invoice = new PublicInvoice(page);
  await invoice.open(portal.unpaid('harbor').url);
  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Payment successful!')).toBeVisible();

  const mail = await receiptMail();
  const [receipt] = mail.attachments;
  expect(receipt?.filename).toMatch(/^receipt-R-[0-9A-F]{8}\.pdf$/);
  const file = await fetch(`${portal.sandbox}${receipt?.url}`);
  expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7');

  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${portal.sandbox}/_sandbox/mailbox/${mail.id}/html`);
  await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible();
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBe(0);
});

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Requests for suggestions, as they leave. */
function recordLookups(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/portal/places') asked.push(searchParams.get('input') ?? '');
  });
  return asked;
}

async function findAddress(page: Page): Promise<void> {
  const details = card(page, 'Details');
  const asked = recordLookups(page);
  await details.getByRole('button', { name: 'Edit' }).click();
  const search = details.getByRole('combobox', { name: 'Find your address' });
  await search.fill('');
  await search.pressSequentially('lantern portland', { delay: 30 });
  await page
    .getByRole('option', { name: /Lantern Street/ })
    .first()
    .click();
  expect(asked).toEqual(['lantern portland']);
  await expect(details.getByRole('textbox', { name: 'City' })).toHaveValue('Portland');
  await expect(details.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('04101');
  await expect(details.getByText('If there is a unit, please add it.')).toBeVisible();
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(details.getByText(/Lantern Street, Portland, ME 04101, USA/)).toBeVisible();

  await details.getByRole('button', { name: 'Edit' }).click();
  await search.fill('');
  await expect(details.getByRole('textbox', { name: 'City' })).toHaveValue('');
  await details.getByRole('button', { name: 'Cancel' }).click();
}

async function addAndVerify(page: Page): Promise<void> {
  const email = 'maya.work@example.com';
  const contacts = card(page, 'Contacts');
  await contacts.getByRole('button', { name: 'Add a contact' }).click();
  await contacts.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await contacts.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Contact added successfully')).toBeVisible();
  await contacts.getByRole('button', { name: `Verify ${email}` }).click();
  await expect(contacts.getByText('Check your mail for the link')).toBeVisible();
  const [url] = /http\S+#verify=\S+/.exec(await new Mailbox(portal.sandbox).next(email)) ?? [];
  await page.goto(url ?? '');
  await page.reload();
  await expect(contacts.getByText('Your e-mail address is verified.')).toBeVisible();

  await contacts.getByRole('switch', { name: `Use ${email}` }).click();
  await expect(page.getByText('Contact updated').first()).toBeVisible();
  await expect(contacts.getByText('Not used')).toBeVisible();
  await contacts.getByRole('button', { name: `Remove ${email}` }).click();
  await contacts.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Contact removed')).toBeVisible();
  await expect(contacts.getByText(email)).toHaveCount(0);
}

test('a customer finds an address, changes contacts and keeps a receipt', async ({ page }) => {
  test.setTimeout(120_000);
  const entrance = new SignIn(page);
  await entrance.ask(portal.url, MAYA);
  await entrance.typeCode((await new Mailbox(portal.sandbox).nextWayIn(MAYA.email)).code);
  await entrance.expectInside();
  await page.goto(`${portal.url}/harbor/profile`);
  await findAddress(page);
  await addAndVerify(page);

  await page.goto(`${portal.url}/harbor/payments`);
  const kept = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download receipt' }).first().click();
  const download = await kept;
  expect(download.suggestedFilename()).toMatch(/^receipt-R-[0-9A-F]{8}\.pdf$/);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
});

/** Every request that leaves our own house, answered with nothing. */
async function recordStrangers(context: BrowserContext): Promise<Set<string>> {
  const strangers = new Set<string>();
  await context.route(/^https:/, (route) => {
    const { origin, pathname } = new URL(route.request().url());
    strangers.add(`${origin}${pathname}`);
    return route.fulfill({ status: 200, body: '' });
  });
  return strangers;
}

test('the product’s own pages are measured after a yes, and no other page is', async ({
  page,
  context,
}) => {
  const strangers = await recordStrangers(context);
  await page.goto(portal.url);
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
  expect([...strangers]).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => [...strangers].sort()).toEqual(MEASURED_BY);
  expect(await page.evaluate(() => 'clarity' in window)).toBe(true);

  strangers.clear();
  await page.getByRole('link', { name: 'Find your invoice' }).first().click();
  await expect(page.getByRole('textbox', { name: /reference/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => 'clarity' in window)).toBe(false);
  expect([...strangers]).toEqual([]);

  await new PublicInvoice(page).open(portal.unpaid('harbor').url);
  expect(await page.evaluate(() => 'clarity' in window)).toBe(false);
  expect([...strangers]).toEqual([]);

  await page.goto(`${portal.url}/privacy-policy`);
  await page.getByRole('button', { name: 'Stop measuring' }).click();
  await expect(page.getByText('These pages are not measured.')).toBeVisible();
  expect(await page.evaluate(() => 'clarity' in window)).toBe(false);
});
