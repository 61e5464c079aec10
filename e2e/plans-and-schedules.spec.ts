/** Payment plans and scheduled payments through a public link, on a phone. */
import type { Page } from '@playwright/test';
import { COMPANIES } from './demo-companies.ts';
import { blockSocket } from './pages/block-socket.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS } from './pages/public-invoice.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

for (const { domain, processor, fields } of COMPANIES) {
  // Fiserv cannot challenge a saved card again, and PayEngine saves a card without a challenge.
  const isPlanChallenged = processor !== 'Fiserv';
  const isSavingChallenged = processor === 'Stripe';
  const open = async (page: Page, url: string): Promise<PaymentPopup> => {
    const invoice = new PaymentPopup(page, fields);
    await invoice.open(url);
    return invoice;
  };

  test(
    `${processor}: a plan starts with a new card, and its next payment is paid early`,
    sampledIf(processor === 'PayEngine'),
    async ({ page, portal }) => {
      const invoice = await open(page, (await portal.unpaid(domain)).url);
      await invoice.choosePlan(3);
      await invoice.typeCard(isPlanChallenged ? CARDS.challenges : CARDS.pays);
      await invoice.agree(/^Pay First payment \$/);
      if (isPlanChallenged) await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await invoice.closeOverlay();
      await expect(invoice.badge('Payment plan')).toBeVisible();
      await expect(page.getByText('1 of 3 payments made')).toBeVisible();

      await page.getByRole('button', { name: /^Pay Second payment \$/ }).click();
      await invoice.submit.click();
      // PayEngine has no exemption for plans: every payment is challenged.
      if (processor === 'PayEngine') await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await invoice.closeOverlay();
      await expect(page.getByText('2 of 3 payments made')).toBeVisible();
    },
  );

  test(
    `${processor}: a payment is scheduled with a new card and paid early`,
    // keyboard.spec.ts covers a scheduled payment in every run.
    FULL_ONLY,
    async ({ page, portal }) => {
      const invoice = await open(page, (await portal.unpaid(domain)).url);
      await invoice.chooseDay();
      await invoice.typeCard(isSavingChallenged ? CARDS.challenges : CARDS.pays);
      await invoice.agree(/^Confirm scheduled payment \$/);
      if (isSavingChallenged) await invoice.answerChallenge('Complete');
      await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible();
      await expect(page.getByText("Thanks! You've scheduled a payment")).toBeVisible();
      await expect(page.getByText(/ending in (4242|3220)/).first()).toBeAttached();
      await invoice.closeOverlay();
      await expect(invoice.badge('Scheduled')).toBeVisible();
      // A public link can pay early, but cannot cancel (R18).
      await expect(page.getByRole('button', { name: 'Cancel payment' })).toBeHidden();
      await invoice.payNow.click();
      await invoice.submit.click();
      await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await invoice.closeOverlay();
      await expect(invoice.badge('Paid')).toBeVisible();
    },
  );
}

test(
  'a tab with an outdated installment shows the next installment and asks for confirmation',
  FULL_ONLY,
  async ({ context, portal }) => {
    const { url } = await portal.unpaid('harbor');
    const paid = async (tab: PaymentPopup): Promise<void> => {
      await expect(tab.page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
      await tab.closeOverlay();
    };
    const openTab = async (): Promise<PaymentPopup> => {
      const page = await context.newPage();
      // Without the socket, a tab is not notified of changes made in the other tab.
      await blockSocket(page);
      const tab = new PaymentPopup(page);
      await tab.open(url);
      return tab;
    };
    const first = await openTab();
    await first.choosePlan(3);
    await first.typeCard(CARDS.pays);
    await first.agree(/^Pay First payment \$/);
    await paid(first);
    const stale = await openTab();
    const before = (await portal.charges()).length;
    for (const tab of [stale, first]) {
      // A click waits for an animation frame, which a background tab never renders.
      await tab.page.bringToFront();
      await tab.page.getByRole('button', { name: /^Pay Second payment \$/ }).click();
      await expect(tab.submit).toBeEnabled();
    }
    await first.submit.click();
    await paid(first);
    expect(await portal.charges()).toHaveLength(before + 1);

    await stale.page.bringToFront();
    await stale.submit.click();
    await expect(stale.popup.getByText('The amount has changed.')).toBeVisible();
    await expect(stale.popup.getByText('Final payment')).toBeVisible();
    expect(await portal.charges()).toHaveLength(before + 1);
    await stale.submit.click();
    await paid(stale);
    expect(await portal.charges()).toHaveLength(before + 2);
  },
);
