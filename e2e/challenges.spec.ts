/**
 * 3-D Secure at every processor, through a link and signed in (R43): abandoned, canceled, failed and passed. After
 * each ending, the invoice can be paid again at once, or the page shows what it is waiting for.
 */
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { blockSocket } from './pages/block-socket.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY, isFull, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

type Company = (typeof COMPANIES)[number];

const PAYERS = {
  northwind: CUSTOMERS.daniel,
  harbor: CUSTOMERS.maya,
  summit: CUSTOMERS.luis,
} as const;

/** Only successful charges count; the processor's records also contain others. */
async function countPaid(portal: Portal, domain: Company['domain']): Promise<number> {
  const charges = await portal.charges(domain);
  return charges.filter(({ status }) => status === 'succeeded').length;
}

const unsuccessful = (page: Page) => page.getByRole('region', { name: 'Payment unsuccessful!' });

/** The payer leaves the page during the bank's challenge, comes back and cancels the payment. */
async function abandonAndCancel(page: Page, invoice: PublicInvoice): Promise<void> {
  await invoice.pay(CARDS.challenges);
  await expect(page.locator('iframe[title^="3-D Secure"]')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Waiting for your bank').first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue or cancel' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting for your bank' });
  await waiting.getByRole('button', { name: 'Cancel the payment' }).click();
  await expect(unsuccessful(page)).toBeVisible({ timeout: 30_000 });
  await expect(unsuccessful(page).getByText(/You have not been charged/)).toBeVisible();
  await invoice.closeOverlay();
}

async function fail(page: Page, invoice: PublicInvoice): Promise<void> {
  await invoice.pay(CARDS.challenges);
  await invoice.answerChallenge('Fail');
  await expect(unsuccessful(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Try again' }).click();
}

async function pass(page: Page, invoice: PublicInvoice): Promise<void> {
  await invoice.fillCard(CARDS.challenges);
  await invoice.submit.click();
  await invoice.answerChallenge('Complete');
  await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
}

async function expectEveryEnd(page: Page, { fields }: Company, url: string): Promise<void> {
  // The response to each call is enough, so no event has to arrive. An ordinary run waits for the events and not
  // for the lookups, which offline.spec.ts covers.
  if (isFull) await blockSocket(page);
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(url);
  await abandonAndCancel(page, invoice);
  await expect(invoice.payNow).toBeEnabled();
  // A failed challenge ends like a canceled one; pay-challenge.test.tsx distinguishes the two.
  if (isFull) await fail(page, invoice);
  else await invoice.openCardForm();
  await pass(page, invoice);
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
}

for (const company of COMPANIES) {
  const { domain, processor } = company;

  test(
    `${processor}: a challenge on a public link can be abandoned and canceled, failed, and passed`,
    FULL_ONLY,
    async ({ page, portal }) => {
      test.slow();
      const before = await countPaid(portal, domain);
      await expectEveryEnd(page, company, (await portal.unpaid(domain)).url);
      expect(await countPaid(portal, domain)).toBe(before + 1);
    },
  );

  test(
    `${processor}: a challenge of a signed-in customer can be abandoned and canceled, failed, and passed`,
    sampledIf(processor === 'Stripe'),
    async ({ page, portal, signInAs }) => {
      test.slow();
      const before = await countPaid(portal, domain);
      const customerRef = PAYERS[domain].reference;
      const { invoiceRef } = await portal.unpaid(domain, { customerRef });
      await signInAs(PAYERS[domain]);
      await expectEveryEnd(page, company, `${portal.url}/${domain}/invoices/${invoiceRef}`);
      expect(await countPaid(portal, domain)).toBe(before + 1);
    },
  );
}
