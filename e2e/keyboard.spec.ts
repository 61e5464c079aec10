/** Payments with the keyboard alone: the focus stays inside the popup and returns when it closes. */
import type { Page } from '@playwright/test';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { Keyboard } from './pages/keyboard.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS } from './pages/public-invoice.ts';
import { SignIn } from './pages/sign-in.ts';
import type { Portal } from './portal.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, test } from './test.ts';

type Option = 'Pay now' | 'Create a payment plan' | "Can't pay today?";

async function choose(invoice: PaymentPopup, keys: Keyboard, option: Option): Promise<void> {
  const { popup } = invoice;
  await keys.activate(invoice.payNow);
  await expect(popup).toBeVisible();
  await keys.tabTo(popup.getByRole('radio', { name: 'Pay now' }));
  const radio = popup.getByRole('radio', { name: option });
  for (let count = 0; count < 3 && !(await radio.isChecked()); count += 1)
    await keys.press('ArrowDown');
  await expect(radio).toBeChecked();
}

async function typeCard(invoice: PaymentPopup, keys: Keyboard): Promise<void> {
  const another = invoice.popup.getByRole('button', { name: 'Another payment method' });
  const tab = invoice.popup.getByRole('tab', { name: 'Credit card' });
  await expect(another.or(tab)).toBeVisible();
  if (await another.isVisible()) await keys.activate(another);
  await expect(invoice.fields.cardNumber).toBeVisible();
  await keys.typeInto(invoice.fields.cardFields(CARDS.pays));
}

async function closeOverlay(invoice: PaymentPopup, keys: Keyboard): Promise<void> {
  await keys.activate(invoice.page.getByRole('button', { name: 'Close' }).last());
  await expect(invoice.popup).toBeHidden();
}

for (const { domain, processor, fields } of COMPANIES) {
  test(
    `${processor}: an invoice is paid without a mouse`,
    sampledIf(processor === 'Stripe'),
    async ({ page, portal }) => {
      const invoice = new PaymentPopup(page, fields);
      const keys = new Keyboard(page);
      await invoice.open((await portal.unpaid(domain)).url);
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
      // The button that opened the popup no longer exists, so the focus moves to the page.
      await keys.expectOn(page.getByRole('main'));
    },
  );
}

test(
  'a plan is selected, agreed to and started without a mouse',
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PaymentPopup(page);
    const keys = new Keyboard(page);
    const { popup } = invoice;
    await invoice.open((await portal.unpaid('harbor')).url);
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
  },
);

test(
  'a payment is scheduled on a calendar day without a mouse',
  FULL_ONLY,
  async ({ page, portal }) => {
    const invoice = new PaymentPopup(page);
    const keys = new Keyboard(page);
    const { popup } = invoice;
    await invoice.open((await portal.unpaid('harbor')).url);
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
  },
);

const DANIEL = CUSTOMERS.daniel;

async function enter(page: Page, portal: Portal, keys: Keyboard): Promise<void> {
  const signIn = new SignIn(page);
  await page.goto(`${portal.url}/${DANIEL.domain}/auth/login`);
  await keys.tabTo(signIn.identifier);
  await page.keyboard.type(DANIEL.email);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  const { code } = await portal.mailbox.nextSignIn(DANIEL.email);
  await keys.tabTo(signIn.code);
  await page.keyboard.type(code);
  await keys.press('Enter');
  await signIn.expectSignedIn();
}

test(
  'a customer signs in, opens a removal dialog and cancels a scheduled payment without a mouse',
  FULL_ONLY,
  async ({ page, portal }) => {
    test.slow();
    const keys = new Keyboard(page);
    const popup = page.getByRole('dialog');
    await enter(page, portal, keys);
    await keys.activate(page.getByRole('link', { name: 'Profile' }).first());
    const remove = page.getByRole('button', { name: /^Remove .*8210/ });
    await keys.activate(remove);
    await expect(popup.getByText('NW-1176')).toBeVisible();
    await keys.activate(popup.getByRole('button', { name: 'Cancel' }));
    await expect(popup).toBeHidden();
    await keys.expectOn(remove);
    await keys.press('Enter');
    await keys.press('Escape');
    await expect(popup).toBeHidden();
    await keys.expectOn(remove);

    await page.goto(`${portal.url}/northwind/invoices/NW-1176`);
    const cancel = page.getByRole('button', { name: 'Cancel payment' });
    await keys.activate(cancel);
    await expect(popup).toBeVisible();
    await keys.press('Escape');
    await expect(popup).toBeHidden();
    await keys.expectOn(cancel);
    await keys.press('Enter');
    await expect(
      popup.getByText('You will be able to reschedule invoice payment later again'),
    ).toBeVisible();
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
  },
);
