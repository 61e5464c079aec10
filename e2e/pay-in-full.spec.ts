/** A payer opens a public link and pays the invoice in full (product §2, §4). */
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, test } from './test.ts';

test('a card payment changes the invoice to Paid without a reload', async ({ page, portal }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/public/account/')) requests += 1;
  });
  const invoice = new PublicInvoice(page);
  const before = (await portal.charges()).length;
  await invoice.open((await portal.unpaid('harbor', { dueInDays: -16 })).url);
  await expect(page).toHaveTitle('Harbor Dental customer portal');
  await expect(page.getByText('$1,500.00').locator('visible=true').first()).toBeVisible();
  await expect(invoice.badge('Overdue')).toBeVisible();
  expect(requests).toBe(0);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });

  await invoice.openCardForm();
  await expect(invoice.popup.getByText('Processing fee (3% + $0.30)')).toBeVisible();
  await invoice.fillCard(CARDS.pays);
  await expect(invoice.submit).toHaveAccessibleName('Confirm and Pay $1,545.30');
  await invoice.submit.click();

  await expect(page.getByText('Payment successful!')).toBeVisible();
  await expect(page.getByText('Thank you, your payment recieved')).toBeVisible();
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
  await expect(invoice.payNow).toBeHidden();
  expect(loads).toBe(0);
  expect(problems).toEqual([]);
  const charges = (await portal.charges()).slice(before);
  expect(charges).toMatchObject([{ amountCents: 154_530, status: 'succeeded' }]);
});

test(
  'a declined payment shows its reason, and another card succeeds',
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PublicInvoice(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.pay(CARDS.declined);
    await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
    await expect(page.getByText(/card was declined/)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await invoice.fillCard(CARDS.pays);
    await invoice.submit.click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
  },
);

test(
  'every payment field shows whether it is missing or invalid (product §5)',
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PublicInvoice(page);
    await invoice.open((await portal.unpaid('harbor')).url);
    await invoice.openCardForm();
    await expect(invoice.submit).toBeDisabled();
    await invoice.field('Card number').fill('4242 4242 4242 4241');
    await invoice.field('CVC').fill('1');
    await invoice.field('Card holder name').focus();
    await invoice.field('Expiry date').focus();
    await invoice.field('Card number').focus();
    await expect(page.getByText('Card holder name is required')).toBeVisible();
    await expect(page.getByText('Expiry date is required')).toBeVisible();
    await expect(page.getByText('CVC is not valid')).toBeVisible();
    await expect(invoice.submit).toBeDisabled();
  },
);
