/**
 * A payer's receipt and invoice as PDF, and a customer's profile with address, contacts and receipts, on a phone.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

test(
  "a guest's receipt arrives by email and fits the smallest phone",
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PublicInvoice(page);
    const { url, invoiceRef } = await portal.unpaid('harbor');
    await invoice.open(url);
    await invoice.pay(CARDS.pays);
    await expect(page.getByText('Payment successful!')).toBeVisible();

    const mail = await portal.mailbox.next(
      ({ subject, text }) =>
        subject.startsWith('Receipt from Harbor Dental') && text.includes(invoiceRef),
    );
    const [receipt] = mail.attachments;
    expect(receipt?.filename).toMatch(/^receipt-R-[0-9A-F]{8}\.pdf$/);
    const file = await fetch(`${portal.sandbox}${receipt?.url}`);
    expect((await file.text()).slice(0, 8)).toBe('%PDF-1.7');

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${portal.sandbox}/_sandbox/mailbox/${mail.id}/html`);
    await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible();
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(overflow)).toBe(0);
  },
);

function card(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

function recordLookups(page: Page): string[] {
  const inputs: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/portal/places') inputs.push(searchParams.get('input') ?? '');
  });
  return inputs;
}

async function findAddress(page: Page): Promise<void> {
  const details = card(page, 'Details');
  const inputs = recordLookups(page);
  await details.getByRole('button', { name: 'Edit' }).click();
  const search = details.getByRole('combobox', { name: 'Find your address' });
  await search.fill('');
  await search.pressSequentially('lantern portland', { delay: 30 });
  await page
    .getByRole('option', { name: /Lantern Street/ })
    .first()
    .click();
  expect(inputs).toEqual(['lantern portland']);
  await expect(details.getByRole('textbox', { name: 'City' })).toHaveValue('Portland');
  await expect(details.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('04101');
  await expect(details.getByText('Add the unit number, if there is one.')).toBeVisible();
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(details.getByText(/Lantern Street, Portland, ME 04101, USA/)).toBeVisible();

  await details.getByRole('button', { name: 'Edit' }).click();
  await search.fill('');
  await expect(details.getByRole('textbox', { name: 'City' })).toHaveValue('');
  await details.getByRole('button', { name: 'Cancel' }).click();
}

async function addAndVerify(page: Page, portal: Portal): Promise<void> {
  const email = 'maya.work@example.com';
  const contacts = card(page, 'Contacts');
  await contacts.getByRole('button', { name: 'Add a contact' }).click();
  await contacts.getByRole('textbox', { name: /mail address/ }).fill(email);
  await contacts.getByRole('button', { name: 'Add contact' }).click();
  await expect(page.getByText('Contact added successfully')).toBeVisible();
  await contacts.getByRole('button', { name: `Verify ${email}` }).click();
  await expect(contacts.getByText('Check your email for the link')).toBeVisible();
  await page.goto(await portal.mailbox.nextLink(email, /http\S+#verify=\S+/));
  await page.reload();
  await expect(contacts.getByText(/mail address is verified/)).toBeVisible();

  await contacts.getByRole('switch', { name: `Send receipts and notices to ${email}` }).click();
  await expect(page.getByText('Contact updated').first()).toBeVisible();
  await expect(contacts.getByText('Off')).toBeVisible();
  await contacts.getByRole('button', { name: `Remove ${email}` }).click();
  await contacts.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Contact removed')).toBeVisible();
  await expect(contacts.getByText(email)).toHaveCount(0);
}

async function sendCopies(page: Page): Promise<void> {
  const copies = card(page, 'Copies');
  await copies.getByRole('button', { name: 'Send copies to someone' }).click();
  await copies.getByText('Can pay').click();
  await copies.getByRole('textbox', { name: /mail address/ }).fill('spouse@example.com');
  await copies.getByRole('button', { name: 'Send copies', exact: true }).click();
  await expect(copies.getByText('spouse@example.com')).toBeVisible();
  await copies.getByRole('button', { name: 'Stop copies to spouse@example.com' }).click();
  await expect(copies.getByText('spouse@example.com')).toHaveCount(0);
}

async function downloadPdf(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const download = await downloading;
  const file = await readFile(await download.path());
  expect(file.subarray(0, 8).toString()).toBe('%PDF-1.7');
  return download.suggestedFilename();
}

test('a customer finds an address, updates contacts and downloads a receipt', async ({
  page,
  portal,
  signInAs,
}) => {
  test.setTimeout(120_000);
  await signInAs(CUSTOMERS.maya);
  await page.goto(`${portal.url}/harbor/profile`);
  await findAddress(page);
  await addAndVerify(page, portal);
  await sendCopies(page);

  await page.goto(`${portal.url}/harbor/payments`);
  const name = await downloadPdf(page, 'Download receipt');
  expect(name).toMatch(/^receipt-R-[0-9A-F]{8}\.pdf$/);
});

test('an invoice can be downloaded as a PDF by link and by a signed-in customer', async ({
  page,
  portal,
  signInAs,
}) => {
  const invoice = new PublicInvoice(page);
  const { url, invoiceRef } = await portal.unpaid('harbor');
  await invoice.open(url);
  expect(await downloadPdf(page, 'Download invoice (PDF)')).toBe(`invoice-${invoiceRef}.pdf`);

  await signInAs(CUSTOMERS.maya);
  await page.goto(`${portal.url}/harbor/invoices/HD-2058`);
  expect(await downloadPdf(page, 'Download invoice (PDF)')).toBe('invoice-HD-2058.pdf');
});
