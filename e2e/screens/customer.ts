/** The popups of a signed-in customer, over the pages they belong to. */
import { expect } from '@playwright/test';
import { WaysToPay } from '../pages/ways-to-pay.ts';
import { hold, type Scene, type Story } from './scene.ts';

async function arrangements({ page, portal, show }: Scene): Promise<void> {
  const invoice = new WaysToPay(page);
  const { popup } = invoice;
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };
  await invoice.open(`${portal.url}/harbor/invoices/HD-1987`);
  const progress = page.getByText('2 of 3 payments made');
  await show({ name: 'invoice with a plan', sign: progress });
  await page.getByRole('button', { name: /^Pay (Final|Third) payment/ }).click();
  await show({ name: 'PAY, next of a plan', sign: popup.getByText('Payment method of the plan') });
  await close();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await show({ name: 'CHANGE_PM', sign: popup.getByRole('button', { name: 'Confirm payment' }) });
  await close();

  await invoice.open(`${portal.url}/harbor/invoices/HD-1990`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const confirm = popup.getByRole('button', { name: 'Cancel payment' });
  await show({ name: 'CONFIRM', sign: confirm });
  const answer = await hold(page, '**/api/portal/scheduled-payment/*');
  await confirm.click();
  const turning = popup.getByText('Loading ...');
  await show({ name: 'CONFIRM, pending', sign: turning, isWaiting: true });
  answer();
  await expect(popup).toBeHidden();
}

async function methods({ page, portal, show }: Scene): Promise<void> {
  const invoice = new WaysToPay(page);
  const { popup } = invoice;
  await invoice.open(`${portal.url}/harbor/profile`);
  await page.getByRole('button', { name: /^Remove .*4242/ }).click();
  await expect(popup.getByText('HD-1987')).toBeVisible();
  await show({ name: 'REMOVE_PAYMENT_METHOD', sign: popup.getByText('HD-1987') });
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /Add .*payment method/ }).click();
  await expect(invoice.fields.cardNumber).toBeVisible();
  const tab = popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'CHANGE_PM, adding', sign: tab });
}

async function menu({ page, portal, show }: Scene): Promise<void> {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`${portal.url}/harbor/invoices`);
  await page.getByRole('button', { name: 'Menu' }).click();
  const out = page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
  await show({ name: 'BURGER_MENU', sign: out, widths: ['phone'] });
}

export const CUSTOMER_STORIES: readonly Story[] = [
  { title: 'what is arranged', tell: arrangements },
  { title: 'payment methods', tell: methods },
  { title: 'the menu', tell: menu },
];
