/** The same story for every company, whatever its processor: only the fields look different. */
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

/** Per company: the invoice that has a method attached, and how its fields are drawn. */
const COMPANIES = [
  { domain: 'northwind', processor: 'Stripe', withMethod: 'NW-1179', fields: formInFrame },
  { domain: 'harbor', processor: 'PayEngine', withMethod: 'HD-2041', fields: framePerField },
  { domain: 'summit', processor: 'Fiserv', withMethod: 'SU-L-024', fields: framePerField },
] as const;
type Company = (typeof COMPANIES)[number];

const BANK_ACCOUNT = '000123456789';

/** Scheduled, and payable at once all the same: the open ones are used up by the story. */
const PAID_BY_WALLET = 'NW-1176';

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

async function open(page: Page, { fields }: Company, url: string): Promise<PublicInvoice> {
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(url);
  return invoice;
}

for (const company of COMPANIES) {
  const { domain, processor } = company;

  test(`${processor}: the method attached to the invoice pays without typing`, async ({ page }) => {
    const invoice = await open(page, company, portal.link(domain, company.withMethod).url);
    await invoice.openPopup();
    await invoice.submit.click();
    await expect(page.getByText('Payment successful!')).toBeVisible();
  });

  test(`${processor}: a new card pays`, async ({ page }) => {
    const invoice = await open(page, company, portal.unpaid(domain).url);
    await invoice.pay(CARDS.pays);
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await invoice.closeOverlay();
    await expect(invoice.badge('Paid')).toBeVisible();
  });

  test(`${processor}: a bank debit is on its way, and nobody calls that paid`, async ({ page }) => {
    const invoice = await open(page, company, portal.unpaid(domain).url);
    await invoice.openBankForm();
    await invoice.fillBankAccount(BANK_ACCOUNT);
    await expect(invoice.popup.getByText(/I authorize .* to debit my bank account/)).toBeVisible();
    await invoice.submit.click();
    await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
    await invoice.closeOverlay();
    await expect(invoice.badge('Pending')).toBeVisible();
  });

  test(`${processor}: a failed challenge charges nothing, a passed one pays`, async ({ page }) => {
    const invoice = await open(page, company, portal.unpaid(domain).url);
    await invoice.pay(CARDS.challenges);
    await invoice.answerChallenge('Fail');
    await expect(page.getByText('Payment unsuccessful!')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Try again' }).click();
    await invoice.fillCard(CARDS.challenges);
    await invoice.submit.click();
    await invoice.answerChallenge('Complete');
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
  });

  test(`${processor}: a decline says why, and out of reach says so`, async ({ page }) => {
    const { url } = portal.unpaid(domain);
    const invoice = await open(page, company, url);
    await invoice.pay(CARDS.declined);
    await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
    await expect(page.getByText(/declined|refused/i).first()).toBeVisible();

    await page.route(`${portal.sandbox}/**`, (route) => route.abort());
    await invoice.open(url);
    await invoice.openPopup();
    await invoice.chooseNewMethod();
    const apology = page.getByText('The secure payment fields could not be loaded');
    await expect(apology).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/You have not been charged/)).toBeVisible();
  });
}

test('Stripe: the wallet pays', async ({ page }) => {
  const [northwind] = COMPANIES;
  const invoice = await open(page, northwind, portal.link(northwind.domain, PAID_BY_WALLET).url);
  await invoice.openCardForm();
  await invoice.payWithWallet();
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
});
