/** A demo company (R51) can be viewed, but every change is refused with a message. */
import { CARDS, PublicInvoice } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { FULL_ONLY } from './scope.ts';
import { expect, PHONE, test } from './test.ts';

const ALEX = { domain: 'showroom', email: 'alex.visitor@example.com' };
const BANNER = 'This is a demo.';
const REFUSED = 'This action is not allowed in demo mode';

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a demo company shows the payment form and charges nothing', async ({ page, portal }) => {
    const invoice = new PublicInvoice(page);
    const before = await portal.charges();
    await invoice.open(portal.link('showroom', 'LV-318').url);
    await expect(page.getByText(BANNER)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(
      'Lakeview Athletics Inc., doing business as Lakeview Gyms',
    );
    await invoice.openCardForm();
    await expect(invoice.popup.getByText('Other payment options').first()).toBeVisible();
    await invoice.fillCard(CARDS.pays);
    await invoice.submit.click();
    await expect(page.getByText(REFUSED)).toBeVisible();
    expect(await portal.charges()).toEqual(before);
  });
});

test(
  'a demo company shows every page to a customer and refuses changes',
  FULL_ONLY,
  async ({ page, portal }) => {
    await new SignIn(page).enter(portal, ALEX);
    await expect(page.getByText(BANNER)).toBeVisible();
    await page.getByRole('link', { name: 'Contracts', exact: true }).click();
    await expect(page.getByText('LV-K-12')).toBeVisible();
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await page.getByRole('switch', { name: 'Auto-pay' }).click();
    await expect(page.getByText(REFUSED)).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Auto-pay' })).not.toBeChecked();
  },
);
