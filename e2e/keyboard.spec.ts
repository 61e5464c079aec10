/** Everything a payer does, by the keyboard alone; the focus stays in the popup and comes back. */
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { Keyboard } from './pages/keyboard.ts';
import { CARDS } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import { Mailbox } from './pages/sign-in-mail.ts';
import { WaysToPay } from './pages/ways-to-pay.ts';
import { type Portal, startPortal } from './portal.ts';

const COMPANIES = [
  { domain: 'northwind', processor: 'Stripe', fields: formInFrame },
  { domain: 'harbor', processor: 'PayEngine', fields: framePerField },
  { domain: 'summit', processor: 'Fiserv', fields: framePerField },
] as const;

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());

type Way = 'Pay now' | 'Create a payment plan' | "Can't pay today?";

/** Opens the popup and moves the choice with the arrows. */
async function choose(invoice: WaysToPay, keys: Keyboard, way: Way): Promise<void> {
  const { popup } = invoice;
  await keys.activate(invoice.payNow);
  await expect(popup).toBeVisible();
  await keys.tabTo(popup.getByRole('radio', { name: 'Pay now' }));
  const option = popup.getByRole('radio', { name: way });
  for (let count = 0; count < 3 && !(await option.isChecked()); count += 1)
    await keys.press('ArrowDown');
  await expect(option).toBeChecked();
}

async function typeCard(invoice: WaysToPay, keys: Keyboard): Promise<void> {
  const another = invoice.popup.getByRole('button', { name: 'Another payment method' });
  const tab = invoice.popup.getByRole('tab', { name: 'Credit card' });
  await expect(another.or(tab)).toBeVisible();
  if (await another.isVisible()) await keys.activate(another);
  await expect(invoice.fields.cardNumber).toBeVisible();
  await keys.typeInto(invoice.fields.cardFields(CARDS.pays));
}

async function closeOverlay(invoice: WaysToPay, keys: Keyboard): Promise<void> {
  await keys.activate(invoice.page.getByRole('button', { name: 'Close' }).last());
  await expect(invoice.popup).toBeHidden();
}

for (const { domain, processor, fields } of COMPANIES) {
  test(`${processor}: an invoice is paid without a mouse`, async ({ page }) => {
    const invoice = new WaysToPay(page, fields);
    const keys = new Keyboard(page);
    await invoice.open(portal.unpaid(domain).url);
    await choose(invoice, keys, 'Create a payment plan');
    await keys.press('Escape');
    await expect(invoice.popup).toBeHidden();
    await keys.expectOn(invoice.payNow);

    await keys.press('Enter');
    await typeCard(invoice, keys);
    await expect(invoice.submit).toBeEnabled();
    await keys.activate(invoice.submit);
    await expect(page.getByText('Payment successful!')).toBeVisible();
    await closeOverlay(invoice, keys);
    await expect(invoice.badge('Paid')).toBeVisible();
    // The button that opened the popup is gone: the page itself, not nowhere.
    await keys.expectOn(page.getByRole('main'));
  });
}

test('a plan is chosen, agreed to and begun without a mouse', async ({ page }) => {
  const invoice = new WaysToPay(page);
  const keys = new Keyboard(page);
  const { popup } = invoice;
  await invoice.open(portal.link('harbor', 'HD-2058').url);
  await choose(invoice, keys, 'Create a payment plan');
  const counts = popup.getByRole('group', { name: 'Select number of payments' });
  await keys.tabTo(counts.getByRole('radio', { checked: true }));
  const three = counts.getByRole('radio', { name: '3', exact: true });
  for (let count = 0; count < 6 && !(await three.isChecked()); count += 1)
    await keys.press('ArrowRight');
  await expect(popup.getByText('Final payment')).toBeVisible();
  await keys.activate(popup.getByRole('button', { name: 'Specify Payment method' }));
  await typeCard(invoice, keys);
  await keys.activate(invoice.agreement, 'Space');
  await expect(invoice.agreement).toBeChecked();
  await keys.activate(popup.getByRole('button', { name: /^Pay First payment \$/ }));
  await expect(page.getByText('Payment successful!')).toBeVisible();
  await closeOverlay(invoice, keys);
  await expect(page.getByText('1 of 3 payments made')).toBeVisible();
});

test('a payment is scheduled for a day of the calendar without a mouse', async ({ page }) => {
  const invoice = new WaysToPay(page);
  const keys = new Keyboard(page);
  const { popup } = invoice;
  await invoice.open(portal.link('harbor', 'HD-1966').url);
  await choose(invoice, keys, "Can't pay today?");
  const days = popup.getByRole('gridcell').getByRole('button', { disabled: false });
  await expect(days.first()).toBeVisible();
  await keys.tabTo(days.and(popup.locator('[tabindex="0"]')));
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await keys.press('ArrowLeft');
  await keys.press('Enter');
  await expect(popup.getByRole('gridcell', { selected: true })).toHaveCount(1);
  await keys.activate(popup.getByRole('button', { name: 'Specify Payment method' }));
  await typeCard(invoice, keys);
  await keys.activate(invoice.agreement, 'Space');
  await keys.activate(popup.getByRole('button', { name: /^Confirm scheduled payment \$/ }));
  await expect(page.getByText("Thanks! You've scheduled a payment")).toBeVisible();
  await closeOverlay(invoice, keys);
  await expect(invoice.badge('Scheduled')).toBeVisible();
});

const MAYA = { domain: 'harbor', email: 'maya.lindqvist@example.com' };

async function enter(page: Page, keys: Keyboard): Promise<void> {
  const signIn = new SignIn(page);
  await page.goto(`${portal.url}/${MAYA.domain}/auth/login`);
  await keys.tabTo(signIn.who);
  await page.keyboard.type(MAYA.email);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const { code } = await new Mailbox(portal.sandbox).nextWayIn(MAYA.email);
  await keys.tabTo(signIn.code);
  await page.keyboard.type(code);
  await keys.press('Enter');
  await signIn.expectInside();
}

test('a customer signs in, keeps or removes a method and cancels a schedule without a mouse', async ({
  page,
}) => {
  test.slow();
  const keys = new Keyboard(page);
  const popup = page.getByRole('dialog');
  await enter(page, keys);
  await keys.activate(page.getByRole('link', { name: 'Profile' }).first());
  const remove = page.getByRole('button', { name: /^Remove .*4242/ });
  await keys.activate(remove);
  await expect(popup.getByText('HD-1990')).toBeVisible();
  await keys.activate(popup.getByRole('button', { name: 'Cancel' }));
  await expect(popup).toBeHidden();
  await keys.expectOn(remove);
  await keys.press('Enter');
  await keys.press('Escape');
  await expect(popup).toBeHidden();
  await keys.expectOn(remove);

  await page.goto(`${portal.url}/harbor/invoices/HD-1990`);
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  await keys.activate(cancel);
  await expect(popup).toBeVisible();
  await keys.press('Escape');
  await expect(popup).toBeHidden();
  await keys.expectOn(cancel);
  await keys.press('Enter');
  await keys.activate(popup.getByRole('button', { name: 'Cancel payment' }));
  await expect(popup).toBeHidden();
  await expect(cancel).toBeHidden();
  await keys.expectOn(page.getByRole('main'));

  await page.setViewportSize({ width: 375, height: 667 });
  const menu = page.getByRole('button', { name: 'Menu' });
  await page.reload();
  await keys.activate(menu);
  await expect(popup).toBeVisible();
  await keys.tabTo(popup.getByRole('button', { name: 'Sign out' }));
  await keys.tabTo(popup.getByRole('link', { name: 'Payments' }), 'Shift+Tab');
  await keys.press('Escape');
  await keys.expectOn(menu);
  await keys.press('Enter');
  await keys.activate(popup.getByRole('link', { name: 'Payments' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(popup).toBeHidden();
});
