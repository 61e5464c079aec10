/**
 * 3-D Secure at every processor, through a link and signed in (R43): abandoned, canceled, failed and passed.
 * Afterwards the invoice can be paid again immediately, or the page shows what it is waiting for.
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

/** The processor's records also contain charges that did not succeed. */
async function countPaid(portal: Portal, domain: Company['domain']): Promise<number> {
  const charges = await portal.charges(domain);
  return charges.filter(({ status }) => status === 'succeeded').length;
}

const unsuccessful = (page: Page) => page.getByRole('region', { name: 'Payment unsuccessful!' });

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
  // The response to each call is enough, so the full run blocks events. An ordinary run uses the events instead of
  // the lookups, which offline.spec.ts covers.
  if (isFull) await blockSocket(page);
  const invoice = new PublicInvoice(page, fields);
  await invoice.open(url);
  await abandonAndCancel(page, invoice);
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
    `${processor}: a public link handles abandoned, canceled, failed and passed challenges`,
    FULL_ONLY,
    async ({ page, portal }) => {
      test.slow();
      const before = await countPaid(portal, domain);
      await expectEveryEnd(page, company, (await portal.unpaid(domain)).url);
      expect(await countPaid(portal, domain)).toBe(before + 1);
    },
  );

  test(
    `${processor}: a signed-in customer can abandon, cancel, fail and pass a challenge`,
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
