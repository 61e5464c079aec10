/** Every state of the PAY popup on a public link, and each of its overlays. */
import { expect } from '@playwright/test';
import { COMPANIES } from '../demo-companies.ts';
import { PaymentPopup } from '../pages/payment-popup.ts';
import { CARDS } from '../pages/public-invoice.ts';
import { delayRequests, type Scenario, type ScenarioContext } from './scenario.ts';

const BANK_ACCOUNT = '000123456789';
const SUBMIT = '**/api/portal/request/*/full/submit';

function toText({ page }: ScenarioContext, text: string) {
  return page.getByText(text, { exact: true });
}

async function payNow(context: ScenarioContext): Promise<void> {
  const { page, portal, show } = context;
  const invoice = new PaymentPopup(page);
  await invoice.open(portal.link('harbor', 'HD-2041').url);
  await show({ name: 'public invoice', marker: page.getByText('Crown restoration').first() });
  await page.setViewportSize({ width: 1280, height: 800 });
  const receipt = page.getByRole('button', { name: 'Download receipt' }).first();
  await receipt.scrollIntoViewIfNeeded();
  await receipt.hover();
  await show({ name: 'tooltip', marker: page.getByRole('tooltip').first(), widths: ['desktop'] });

  await invoice.openPopup();
  const saved = invoice.popup.getByRole('radio', { name: /ending in \d{4}/ });
  await show({ name: 'saved method', marker: saved.first() });
  await invoice.chooseNewMethod();
  await expect(invoice.fields.cardNumber).toBeVisible();
  // The marker cannot be a field, because Chromium does not render the out-of-view part of a cross-site frame.
  const tab = invoice.popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'card form', marker: tab });
  await invoice.field('Card number').fill('4242 4242 4242 4241');
  await invoice.field('CVC').fill('1');
  await invoice.field('Card holder name').focus();
  await invoice.field('Expiry date').focus();
  await invoice.field('Card number').focus();
  await expect(page.getByText('CVC is not valid')).toBeVisible();
  await show({ name: 'card form, invalid', marker: tab });
  await invoice.popup.getByRole('tab', { name: 'ACH Payment' }).click();
  await expect(invoice.field('Routing number')).toBeVisible();
  await show({ name: 'bank form', marker: tab });
}

async function planAndCalendar({ page, portal, show }: ScenarioContext): Promise<void> {
  const invoice = new PaymentPopup(page);
  const { popup } = invoice;
  await invoice.open(portal.link('harbor', 'HD-2058').url);
  await invoice.openPopup();
  await popup.getByText('Create a payment plan').click();
  await popup.getByRole('group', { name: 'Select number of payments' }).getByText('6').click();
  await show({ name: 'plan', marker: popup.getByText('Final payment') });
  await popup.getByRole('button', { name: 'Specify Payment method' }).click();
  const tab = popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'plan, card form', marker: tab });
  await popup.getByText("Can't pay today?").click();
  const days = popup.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.nth(1).click();
  await show({ name: 'calendar', marker: days.first() });
}

async function scheduled(context: ScenarioContext): Promise<void> {
  const { page, portal, show } = context;
  const invoice = new PaymentPopup(page);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.chooseDay();
  await invoice.typeCard(CARDS.pays);
  await invoice.agree(/^Confirm scheduled payment \$/);
  await expect(toText(context, 'Payment scheduled')).toBeVisible();
  await show({
    name: 'overlay scheduled',
    marker: toText(context, 'Payment scheduled'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, scheduled', marker: invoice.badge('Scheduled') });
}

async function loadingToSuccess(context: ScenarioContext): Promise<void> {
  const { page, portal, show } = context;
  const invoice = new PaymentPopup(page);
  const { url } = await portal.unpaid('harbor');
  await invoice.open(url);
  const fields = await delayRequests(page, `${portal.sandbox}/**`);
  await invoice.openPopup();
  const loading = toText(context, 'Initializing secure payment environment');
  await show({ name: 'overlay loading', marker: loading, widths: ['phone'], isLoading: true });
  fields();
  // The popup is opened again because it shows an error after fifteen seconds without its fields.
  await invoice.open(url);
  await invoice.openPopup();
  await invoice.typeCard(CARDS.declined);
  const submit = await delayRequests(page, SUBMIT);
  await invoice.submit.click();
  const pending = toText(context, 'Please, dont close this window while paying');
  await show({ name: 'overlay pending', marker: pending, isLoading: true });
  submit();
  await show({
    name: 'overlay error',
    marker: toText(context, 'Payment unsuccessful!'),
    isLoading: true,
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await invoice.typeCard(CARDS.pays);
  await invoice.submit.click();
  await show({
    name: 'overlay success',
    marker: toText(context, 'Payment successful!'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, paid', marker: invoice.badge('Paid') });
}

async function debitSent(context: ScenarioContext): Promise<void> {
  const { page, portal, show } = context;
  const invoice = new PaymentPopup(page);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openBankForm();
  await invoice.fillBankAccount(BANK_ACCOUNT);
  await invoice.submit.click();
  await show({
    name: 'overlay sent',
    marker: toText(context, 'Your bank debit is on its way'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, pending', marker: invoice.badge('Pending') });
}

async function otherFields({ page, portal, show }: ScenarioContext): Promise<void> {
  for (const { processor, domain, fields } of COMPANIES) {
    if (domain === 'harbor') continue;
    const invoice = new PaymentPopup(page, fields);
    await invoice.open((await portal.unpaid(domain)).url);
    await invoice.openCardForm();
    const tab = invoice.popup.getByRole('tab', { name: 'ACH Payment' });
    await show({ name: `${processor} card form`, marker: tab });
    await tab.click();
    await show({ name: `${processor} bank form`, marker: tab });
  }
}

export const PAY_SCENARIOS: readonly Scenario[] = [
  { title: 'paying now', run: payNow },
  { title: 'a plan and another day', run: planAndCalendar },
  { title: 'a scheduled payment', run: scheduled },
  { title: 'from loading to success', run: loadingToSuccess },
  { title: 'a bank debit', run: debitSent },
];

/** axe does not check the processors' frames, so running these scenarios in the full run is enough. */
export const OTHER_PROCESSOR_SCENARIO: Scenario = {
  title: 'fields of Stripe and Fiserv',
  run: otherFields,
};
