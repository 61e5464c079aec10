/** Plans and scheduled payments at every processor by a link, and what only a customer can do. */
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { CARDS } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { WaysToPay } from './pages/ways-to-pay.ts';
import { type Portal, startPortal } from './portal.ts';

/** Per company: two open invoices, and how the fields of its processor are drawn. */
const COMPANIES = [
  { domain: 'northwind', processor: 'Stripe', refs: ['NW-1183', 'NW-1152'], fields: formInFrame },
  { domain: 'harbor', processor: 'PayEngine', refs: ['HD-2058', 'HD-1966'], fields: framePerField },
  { domain: 'summit', processor: 'Fiserv', refs: ['SU-W-571', 'SU-K-021'], fields: framePerField },
] as const;

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

for (const { domain, processor, refs, fields } of COMPANIES) {
  // At Fiserv a kept card cannot be challenged again; at PayEngine keeping one asks no bank.
  const isPlanChallenged = processor !== 'Fiserv';
  const isKeepingChallenged = processor === 'Stripe';
  const open = async (page: Page, invoiceRef: string): Promise<WaysToPay> => {
    const invoice = new WaysToPay(page, fields);
    await invoice.open(portal.link(domain, invoiceRef).url);
    return invoice;
  };

  test(`${processor}: a plan starts with a new card, and its next payment is paid early`, async ({
    page,
  }) => {
    const invoice = await open(page, refs[0]);
    await invoice.choosePlan(3);
    await invoice.typeCard(isPlanChallenged ? CARDS.challenges : CARDS.pays);
    await invoice.agree(/^Pay First payment \$/);
    if (isPlanChallenged) await invoice.answerChallenge('Complete');
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    await invoice.closeOverlay();
    await expect(invoice.badge('Payment plan')).toBeVisible();
    await expect(page.getByText('1 of 3 payments made')).toBeVisible();

    await page.getByRole('button', { name: 'Pay Second payment' }).click();
    await invoice.submit.click();
    // PayEngine knows of no exemption for a plan: the bank asks again.
    if (processor === 'PayEngine') await invoice.answerChallenge('Complete');
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    await invoice.closeOverlay();
    await expect(page.getByText('2 of 3 payments made')).toBeVisible();
  });

  test(`${processor}: a payment is scheduled with a new card, and paid early`, async ({ page }) => {
    const invoice = await open(page, refs[1]);
    await invoice.chooseDay();
    await invoice.typeCard(isKeepingChallenged ? CARDS.challenges : CARDS.pays);
    await invoice.agree(/^Confirm scheduled payment \$/);
    if (isKeepingChallenged) await invoice.answerChallenge('Complete');
    await expect(page.getByText('Payment scheduled', { exact: true })).toBeVisible();
    await expect(page.getByText("Thanks! You've scheduled a payment")).toBeVisible();
    await expect(page.getByText(/ending in (4242|3220)/).first()).toBeAttached();
    await invoice.closeOverlay();
    await expect(invoice.badge('Scheduled')).toBeVisible();
    // A link can pay early and cannot cancel (R18).
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeHidden();
    const scheduled = page.getByRole('region', { name: 'Scheduled payment' });
    await scheduled.getByRole('button', { name: 'Pay now' }).click();
    await invoice.submit.click();
    await expect(page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    await invoice.closeOverlay();
    await expect(invoice.badge('Paid')).toBeVisible();
  });
}

test.describe('A customer at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' };

  async function enter(page: Page): Promise<void> {
    const signIn = new SignIn(page);
    await signIn.ask(portal.url, MAYA);
    const { code } = await new Mailbox(portal.sandbox).nextWayIn(MAYA.email);
    await signIn.typeCode(code);
    await signIn.expectInside();
  }

  test('cancels a scheduled payment, adds a card and removes it again', async ({ page }) => {
    test.slow();
    await enter(page);
    const invoice = new WaysToPay(page);
    await invoice.open(`${portal.url}/harbor/invoices/HD-1990`);
    await expect(invoice.badge('Scheduled')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(
      page.getByText('You will be able to reschedule invoice payment later again'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Cancel payment' }).click();
    await expect(invoice.popup).toBeHidden();
    await expect(invoice.badge('Scheduled')).toBeHidden();

    await page.goto(`${portal.url}/harbor/profile`);
    await page.getByRole('button', { name: /Add .*payment method/ }).click();
    await invoice.fillCard('5555555555554444');
    await invoice.popup.getByRole('button', { name: 'Confirm payment' }).click();
    await expect(page.getByText('New payment method successfully added')).toBeVisible();
    // By itself, 5 seconds later.
    await expect(invoice.popup).toBeHidden();
    const added = page.getByRole('listitem').filter({ hasText: '4444' });
    await added.getByRole('button', { name: /Remove/ }).click();
    await invoice.popup.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Payment method removed')).toBeVisible();
    await expect(added).toBeHidden();
  });
});
