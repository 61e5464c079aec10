/** The failure playground (R79): its six stories, and a manually injected fault with its recovery. */
import type { Page } from '@playwright/test';
import { expectNoViolations, expectReadableColors } from './pages/axe.ts';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';
import { sampledIf } from './scope.ts';
import { test as base, expect } from './test.ts';

/** Needs its own portal because stories move time, which would affect other tests. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.describe.configure({ mode: 'serial', timeout: 240_000 });

const STORIES = [
  { title: 'Pay by card', ends: 'a receipt is in the mailbox' },
  { title: 'Lost answer', ends: 'one charge, the same amount' },
  { title: 'Two tabs', ends: 'one charge, the same amount' },
  { title: 'Bank return', ends: 'are owed again' },
  { title: 'Auto-pay', ends: 'one charge, the same amount' },
  { title: 'A plan over a year', ends: 'nothing is owed' },
] as const;

const SAMPLE: readonly string[] = ['Lost answer', 'Bank return'];

async function open(page: Page, { playground }: Portal): Promise<void> {
  await page.goto(playground);
  await expect(page.getByRole('heading', { name: 'Failure playground' })).toBeVisible();
  await expect(page.locator('#now')).toContainText('New York');
}

test(
  'a payment recovers after a lost response and a killed server, and both records show the payment',
  sampledIf(false),
  async ({ page, context, portal }) => {
    await open(page, portal);
    await page.locator('#charge-faults').getByRole('button', { name: 'Lost answer' }).click();
    await page.getByRole('button', { name: 'Webhook lost' }).click();
    await expect(page.getByText('Armed: Lost answer, Webhook lost.')).toBeVisible();
    // The first lookup also fails, so that the unknown state becomes visible.
    await portal.fault({ operation: 'lookup', fault: 'http_500_before' });
    const payer = await context.newPage();
    const invoice = new PublicInvoice(payer);
    const { url, invoiceRef } = await portal.unpaid('harbor');
    await invoice.open(url);
    await invoice.pay(CARDS.pays);
    const pair = page.locator('#pairs > li', { hasText: invoiceRef });
    await expect(pair).toContainText('Charged there, unknown here: being looked up.');
    await page.getByRole('button', { name: 'Kill the server' }).click();
    await expect(page.getByText('running, restarted 1×')).toBeVisible({ timeout: 60_000 });
    await expect(pair).toContainText('Paid on both sides, the same amount.', { timeout: 60_000 });
    await expect(pair).toContainText('Looked up');
  },
);

test(
  'a reset restores the initial state and the same links',
  sampledIf(false),
  async ({ page, portal }) => {
    await open(page, portal);
    const link = page.getByRole('link', { name: /HD-2041/ });
    const before = await link.getAttribute('href');
    await page.getByRole('button', { name: 'Advance one day' }).click();
    await expect(page.locator('#moved')).toContainText('ahead of this machine');
    await expect(page.getByRole('button', { name: 'Start over' })).toBeEnabled();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(page.locator('#moved')).toHaveText('the same as on this machine', {
      timeout: 60_000,
    });
    await expect(page.getByRole('button', { name: 'Start over' })).toBeEnabled({ timeout: 60_000 });
    await expect(page.getByText('No payment yet.')).toBeVisible();
    await page.reload();
    await expect(link).toHaveAttribute('href', before ?? '');
    const invoice = new PublicInvoice(page);
    await invoice.open(before ?? '');
    await expect(invoice.badge('Overdue')).toBeVisible();
  },
);

for (const { title, ends } of STORIES) {
  test(
    `the story “${title}” runs to its end`,
    sampledIf(SAMPLE.includes(title)),
    async ({ page, portal }) => {
      await open(page, portal);
      await page.locator('#stories').getByRole('button', { name: title, exact: true }).click();
      await expect(page.locator('#story-title')).toHaveText(title);
      await expect(page.locator('#story-state')).toHaveText('Done', { timeout: 200_000 });
      await expect(page.locator('#story-steps')).toContainText(ends);
      await expect(page.getByText('Both sides agree', { exact: true })).toBeVisible();
      if (title !== 'Bank return') return;
      await expectNoViolations(page, 'the playground');
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectReadableColors(page, 'the playground in the dark');
    },
  );
}
