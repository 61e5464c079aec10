import { expect } from '@playwright/test';
import { PaymentPopup } from '../pages/payment-popup.ts';
import { delayRequests, type Scenario, type ScenarioContext } from './scenario.ts';

async function plansAndSchedules({ page, portal, show }: ScenarioContext): Promise<void> {
  const invoice = new PaymentPopup(page);
  const { popup } = invoice;
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };
  await invoice.open(`${portal.url}/harbor/invoices/HD-1987`);
  const progress = page.getByText('2 of 3 payments made');
  await show({ name: 'invoice with a plan', marker: progress });
  await page.getByRole('button', { name: /^Pay (Final|Third) payment \$/ }).click();
  await show({
    name: 'PAY, next of a plan',
    marker: popup.getByText('Plan payment method'),
  });
  await close();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await show({ name: 'CHANGE_PM', marker: popup.getByRole('button', { name: 'Confirm payment' }) });
  await close();

  await invoice.open(`${portal.url}/harbor/invoices/HD-1990`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const confirm = popup.getByRole('button', { name: 'Cancel payment' });
  await show({ name: 'CONFIRM', marker: confirm });
  // The requests are never released, so the payment stays scheduled for other tests.
  await delayRequests(page, '**/api/portal/scheduled-payment/*');
  await confirm.click();
  const spinner = popup.getByText('Loading ...');
  await show({ name: 'CONFIRM, pending', marker: spinner, isLoading: true });
}

async function methods({ page, portal, show }: ScenarioContext): Promise<void> {
  const invoice = new PaymentPopup(page);
  const { popup } = invoice;
  await invoice.open(`${portal.url}/harbor/profile`);
  await page.getByRole('button', { name: /^Remove .*4242/ }).click();
  await expect(popup.getByText('HD-1987')).toBeVisible();
  await show({ name: 'REMOVE_PAYMENT_METHOD', marker: popup.getByText('HD-1987') });
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /Add .*payment method/ }).click();
  await expect(invoice.fields.cardNumber).toBeVisible();
  const tab = popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'CHANGE_PM, adding', marker: tab });
}

async function menu({ page, portal, show }: ScenarioContext): Promise<void> {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`${portal.url}/harbor/invoices`);
  await page.getByRole('button', { name: 'Menu' }).click();
  const signOut = page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
  await show({ name: 'BURGER_MENU', marker: signOut, widths: ['phone'] });
}

export const CUSTOMER_SCENARIOS: readonly Scenario[] = [
  { title: 'plans and scheduled payments', run: plansAndSchedules },
  { title: 'payment methods', run: methods },
  { title: 'the menu', run: menu },
];
