/**
 * 3-D Secure at every processor, through a link and signed in (R43): abandoned, canceled, failed and passed.
 * Afterwards the invoice can be paid again immediately, or the page shows what it is waiting for.
 */
import type { Locator, Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { blockSocket } from './pages/block-socket.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { watchFor } from './pages/watch-for.ts';
import { FULL_ONLY, isFull, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

type Company = (typeof COMPANIES)[number];

const PAYERS = {
  northwind: CUSTOMERS.daniel,
  harbor: CUSTOMERS.maya,
  summit: CUSTOMERS.luis,
} as const;

const CHALLENGE = 'iframe[title^="3-D Secure"]';

const unsuccessful = (page: Page) => page.getByRole('region', { name: 'Payment unsuccessful!' });

/** The payer closes the tab during the bank's challenge, opens the page again in another one and cancels the payment. */
async function abandonAndCancel(invoice: PublicInvoice, company: Company, url: string) {
  await invoice.pay(CARDS.challenges);
  await expect(invoice.page.locator(CHALLENGE)).toBeVisible();
  const page = await invoice.page.context().newPage();
  await invoice.page.close();
  const again = new PublicInvoice(page, company.fields);
  // The text of a payment without a challenge must not be shown even for a moment.
  const isMisleading = await watchFor(page, 'Payment is processing');
  await again.open(url);
  await expect(page.getByText('Waiting for your bank').first()).toBeVisible();
  expect(await isMisleading()).toBe(false);
  const waiting = await openWaiting(page);
  await waiting.getByRole('button', { name: 'Cancel the payment' }).click();
  await expect(unsuccessful(page)).toBeVisible({ timeout: 30_000 });
  await expect(unsuccessful(page).getByText(/You have not been charged/)).toBeVisible();
  await again.closeOverlay();
  return again;
}

async function openWaiting(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Continue or cancel' }).click();
  return page.getByRole('region', { name: 'Waiting for your bank' });
}

async function fail(page: Page, invoice: PublicInvoice): Promise<void> {
  await invoice.pay(CARDS.challenges);
  await invoice.answerChallenge('Fail');
  await expect(unsuccessful(page)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Try again' }).click();
}

/** The payer reloads the page during the challenge and continues it. */
async function pass(page: Page, invoice: PublicInvoice): Promise<void> {
  await invoice.fillCard(CARDS.challenges);
  await invoice.submit.click();
  await expect(page.locator(CHALLENGE)).toBeVisible();
  await page.reload();
  const waiting = await openWaiting(page);
  await waiting.getByRole('button', { name: 'Continue with your bank' }).click();
  await invoice.answerChallenge('Complete');
  await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
}

async function expectEveryEnd(first: Page, company: Company, url: string): Promise<void> {
  // The response to each call is enough, so the full run blocks events. An ordinary run uses the events instead of
  // the lookups, which offline.spec.ts covers.
  if (isFull) await blockSocket(first);
  const opened = new PublicInvoice(first, company.fields);
  await opened.open(url);
  const invoice = await abandonAndCancel(opened, company, url);
  const { page } = invoice;
  await expect(invoice.payNow).toBeEnabled();
  // A failed challenge ends like a canceled one. pay-challenge.test.tsx covers the difference.
  if (isFull) await fail(page, invoice);
  else await invoice.openCardForm();
  await pass(page, invoice);
  await invoice.closeOverlay();
  await expect(invoice.badge('Paid')).toBeVisible();
}

for (const company of COMPANIES) {
  const { domain, processor } = company;

  test(
    `${processor}: a challenge on a public link can be abandoned and canceled in another tab, failed, and passed after a reload`,
    FULL_ONLY,
    async ({ page, portal }) => {
      test.slow();
      const before = await portal.countPaid(domain);
      await expectEveryEnd(page, company, (await portal.unpaid(domain)).url);
      expect(await portal.countPaid(domain)).toBe(before + 1);
    },
  );

  test(
    `${processor}: a challenge of a signed-in customer can be abandoned and canceled in another tab, failed, and passed after a reload`,
    sampledIf(processor === 'Stripe'),
    async ({ page, portal, signInAs }) => {
      test.slow();
      const before = await portal.countPaid(domain);
      const customerRef = PAYERS[domain].reference;
      const { invoiceRef } = await portal.unpaid(domain, { customerRef });
      await signInAs(PAYERS[domain]);
      await expectEveryEnd(page, company, `${portal.url}/${domain}/invoices/${invoiceRef}`);
      expect(await portal.countPaid(domain)).toBe(before + 1);
    },
  );
}
