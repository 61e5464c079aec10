/**
 * The company information that payers see on a phone: the logo, the contact, and why an invoice cannot simply be
 * paid.
 */
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { expectFits } from './pages/page-states.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

test('a company logo appears on the page, in the page icon, in emails and on the receipt', async ({
  page,
  portal,
}) => {
  const summit = COMPANIES.find(({ domain }) => domain === 'summit');
  const invoice = new PublicInvoice(page, summit?.fields);
  const { url, invoiceRef } = await portal.unpaid('summit');
  await invoice.open(url);
  const logo = page.getByRole('banner').locator('img');
  await expect(logo).toHaveAttribute('src', /^\/api\/portal\/company\/summit\/logo\/\w+\/wide$/);
  await expect.poll(() => logo.evaluate(isDrawn)).toBe(true);
  await expect(page.locator('#page-icon')).toHaveAttribute('href', /^\/api\//);
  const icon = await page.locator('#page-icon').getAttribute('href');
  expect((await page.request.get(`${portal.url}${icon}`)).headers()['content-type']).toBe(
    'image/png',
  );
  await expect(page.getByRole('contentinfo')).toContainText(
    'Questions? Contact Summit Utilities (office@summit.example or (303) 555-0100).',
  );
  await expectFits(page, 'the invoice of a company with a logo');

  await invoice.pay(CARDS.pays);
  await expect(page.getByText('Payment successful!')).toBeVisible();
  const mail = await portal.mailbox.next(
    ({ subject, text }) => subject.startsWith('Receipt from Summit') && text.includes(invoiceRef),
  );
  expect(mail.text).toContain('office@summit.example or (303) 555-0100');
  const [receipt] = mail.attachments;
  const file = await fetch(`${portal.sandbox}${receipt?.url}`);
  expect(await file.text()).toContain('/Subtype /Image');
  await page.goto(`${portal.sandbox}/_sandbox/mailbox/${mail.id}/html`);
  await expect.poll(() => page.locator('img').evaluate(isDrawn)).toBe(true);
});

async function readNote(page: Page, invoiceRef: string): Promise<string> {
  const row = page.getByRole('listitem').filter({ hasText: invoiceRef });
  return row.first().innerText();
}

test(
  'failed, returned and pending payments show their reason and the next step',
  FULL_ONLY,
  async ({ page, portal, signInAs }) => {
    await signInAs(CUSTOMERS.omar);
    await page.goto(`${portal.url}/harbor/payments`);
    await expect(page.getByRole('link', { name: 'HD-1702' })).toBeVisible();
    expect(await readNote(page, 'HD-1702')).toContain(
      "Your card has insufficient funds. You weren't charged. Please try again once there's enough money, or use another payment method.",
    );
    expect(await readNote(page, 'HD-2049')).toMatch(
      /On its way from your bank\. We expect the result by \w+, \w+ \d+\. You don't need to do anything\./,
    );
    await expectFits(page, 'payments with notes');

    await signInAs(CUSTOMERS.priya);
    await page.goto(`${portal.url}/harbor/invoices/HD-1833`);
    await expect(
      page.getByText(
        "Returned by your bank, code R01. Your bank account didn't have enough money. Nothing is left to pay. You don't need to do anything.",
      ),
    ).toBeVisible();
    await page.getByRole('button', { name: 'View bank debit timeline' }).click();
    const steps = page.getByRole('list', { name: 'Bank debit timeline' }).getByRole('listitem');
    await expect(steps.last()).toContainText("R01: Your bank account didn't have enough money.");
    await expectFits(page, 'the days of a returned debit');
  },
);
