/** axe finds nothing on the invoice, the popup and each overlay, light and dark. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;

test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A colour in the middle of a transition is not a colour anybody reads; a spinner never ends. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => {
      return animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

async function expectNoFindings(page: Page): Promise<void> {
  await stillness(page);
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target) }))).toEqual(
    [],
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('the public invoice, the popup and the success overlay', async ({ page }) => {
      const invoice = new PublicInvoice(page);
      await invoice.open(portal.unpaid('harbor').url);
      await expectNoFindings(page);
      await invoice.openCardForm();
      await expectNoFindings(page);
      await invoice.fillCard(CARDS.pays);
      await invoice.submit.click();
      await expect(page.getByText('Payment successful!')).toBeVisible();
      await expectNoFindings(page);
    });

    test('a saved method and the bank form', async ({ page }) => {
      const invoice = new PublicInvoice(page);
      await invoice.open(portal.link('summit', 'SU-L-024').url);
      await invoice.openPopup();
      await expect(invoice.popup.getByRole('radio', { name: /ending in \d{4}/ })).toBeVisible();
      await expectNoFindings(page);
      await invoice.popup.getByRole('button', { name: 'Close' }).click();
      await invoice.openBankForm();
      await invoice.fillBankAccount('000123456789');
      await expectNoFindings(page);
    });

    test('the pending and the error overlay', async ({ page }) => {
      const invoice = new PublicInvoice(page);
      await portal.fault({ operation: 'sale', fault: 'slow', delayMs: 3000 });
      await invoice.open(portal.unpaid('harbor').url);
      await invoice.pay(CARDS.declined);
      await expect(page.getByText('Please, dont close this window while paying')).toBeVisible();
      await expectNoFindings(page);
      await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
      await expectNoFindings(page);
    });
  });
}
