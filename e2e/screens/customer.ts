import { expect } from '@playwright/test';
import { CustomerAccount } from '../pages/customer-account.ts';
import { framePerField } from '../pages/fields.ts';
import { PaymentPopup } from '../pages/payment-popup.ts';
import { CARDS } from '../pages/public-invoice.ts';
import { anyOf } from '../texts.ts';
import { delayRequests, SCREENS, type Scenario, type ScenarioContext } from './scenario.ts';

async function plansAndSchedules({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { planTexts, payPopupTexts, invoiceTexts, checkoutTexts, confirmTexts } = texts;
  const invoice = new PaymentPopup(page, framePerField, texts);
  const { popup } = invoice;
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };
  await invoice.open(`${portal.url}/harbor/invoices/HD-1987`);
  await show({ name: 'invoice with a plan', marker: page.getByText(planTexts.made(2, 3)) });
  await page.getByRole('button', { name: anyOf(invoiceTexts.payInstallment) }).click();
  await show({
    name: 'PAY, next of a plan',
    marker: popup.getByText(payPopupTexts.runningPlan.method),
  });
  await close();
  await page.getByRole('button', { name: planTexts.method.change, exact: true }).click();
  const change = popup.getByRole('button', { name: checkoutTexts.button.other });
  await show({ name: 'CHANGE_PM', marker: change });
  await close();

  await invoice.open(`${portal.url}/harbor/invoices/HD-1990`);
  await page.getByRole('button', { name: texts.scheduleTexts.cancel, exact: true }).click();
  const confirm = popup.getByRole('button', { name: confirmTexts.submit });
  await show({ name: 'CONFIRM', marker: confirm });
  // The requests are never released, so the payment stays scheduled for other tests.
  await delayRequests(page, '**/api/portal/scheduled-payment/*');
  await confirm.click();
  const spinner = popup.getByText(texts.uiTexts.loading);
  await show({ name: 'CONFIRM, pending', marker: spinner, isLoading: true });
}

async function planChange({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { checkoutTexts, payTexts, upcomingTexts } = texts;
  const account = new CustomerAccount(page, framePerField, texts);
  const owned = { customerRef: 'HDG-10417', dueInDays: 60 };
  const { invoiceRef } = await portal.unpaid('harbor', owned);
  await account.open(`${portal.url}/harbor/invoices/${invoiceRef}`);
  await account.choosePlan(4);
  await account.chooseSaved('4242');
  await show({ name: 'plan, saved method', marker: account.agreement });
  await account.agree(anyOf(checkoutTexts.button.plan));
  const done = page.getByText(payTexts.overlay.success.title);
  await show({ name: 'overlay success, plan', marker: done, isLoading: true });
  await account.closeOverlay();
  const review = account.button(upcomingTexts.change.review);
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await expect(account.popup).toBeHidden();
  };
  for (const [name, action] of [
    ['plan change, day', upcomingTexts.plan.day],
    ['plan change, pause', upcomingTexts.plan.pause],
    ['plan change, fewer payments', upcomingTexts.plan.shorten],
  ] as const) {
    await page.getByRole('button', { name: action, exact: true }).click();
    await show({ name, marker: review });
    if (action === upcomingTexts.plan.shorten) await review.click();
    else await close();
  }
  const agree = account.button(upcomingTexts.change.agree);
  await show({ name: 'plan change, consent', marker: agree });
}

async function upcoming({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { actions, change } = texts.upcomingTexts;
  const popup = page.getByRole('dialog');
  for (const [name, action, button] of [
    ['upcoming, another day', actions.move, change.review],
    ['upcoming, skipped', actions.skip, change.agree],
  ] as const) {
    await page.goto(`${portal.url}/harbor/upcoming`);
    await page.getByRole('button', { name: action }).first().click();
    await show({ name, marker: popup.getByRole('button', { name: button }) });
  }
}

async function methods({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { methodsTexts, removeMethodTexts, payTexts } = texts;
  const invoice = new PaymentPopup(page, framePerField, texts);
  const { popup } = invoice;
  await invoice.open(`${portal.url}/harbor/profile`);
  await page.getByRole('button', { name: methodsTexts.remove('4242') }).click();
  await expect(popup.getByText('HD-1987')).toBeVisible();
  await show({ name: 'REMOVE_PAYMENT_METHOD', marker: popup.getByText('HD-1987') });
  await popup.getByRole('button', { name: removeMethodTexts.cancel }).click();
  await page.getByRole('button', { name: methodsTexts.add }).click();
  await expect(invoice.fields.cardNumber).toBeVisible();
  const tab = popup.getByRole('tab', { name: payTexts.kinds.card });
  await show({ name: 'CHANGE_PM, adding', marker: tab });
  await invoice.fillCard(CARDS.challenges);
  await popup.getByRole('button', { name: texts.checkoutTexts.button.other }).click();
  const saved = page.getByText(texts.changeMethodTexts.saved.text);
  await show({ name: 'overlay method added', marker: saved, isLoading: true });
}

async function paid({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const invoice = new PaymentPopup(page, framePerField, texts);
  const { invoiceRef } = await portal.unpaid('harbor', { customerRef: 'HDG-10417' });
  await invoice.open(`${portal.url}/harbor/invoices/${invoiceRef}`);
  await invoice.openPopup();
  await show({ name: 'PAY, saved methods', marker: invoice.submit });
  await invoice.submit.click();
  const done = page.getByText(texts.payTexts.overlay.success.title);
  await show({ name: 'overlay success, saved method', marker: done, isLoading: true });
}

async function menu({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  await page.setViewportSize(SCREENS.phone);
  await page.goto(`${portal.url}/harbor/invoices`);
  await page.getByRole('button', { name: texts.shellTexts.menu }).click();
  const signOut = page.getByRole('dialog').getByRole('button', { name: texts.shellTexts.signOut });
  await show({ name: 'BURGER_MENU', marker: signOut, screens: ['phone', 'small phone'] });
}

export const CUSTOMER_SCENARIOS: readonly Scenario[] = [
  { title: 'plans and scheduled payments', run: plansAndSchedules },
  { title: 'the change of a plan', run: planChange },
  { title: 'upcoming charges', run: upcoming },
  { title: 'payment methods', run: methods },
  { title: 'a payment with a saved method', run: paid },
  { title: 'the menu', run: menu },
];
