/** Every state of the PAY popup by a link, and each overlay over it. */
import { expect } from '@playwright/test';
import { formInFrame, framePerField } from '../pages/fields.ts';
import { CARDS } from '../pages/public-invoice.ts';
import { WaysToPay } from '../pages/ways-to-pay.ts';
import { hold, type Scene, type Story } from './scene.ts';

const BANK_ACCOUNT = '000123456789';
const SUBMIT = '**/api/portal/request/*/full/submit';

function textOf({ page }: Scene, text: string) {
  return page.getByText(text, { exact: true });
}

/** The page, the words about the receipt, and the ways to pay now. */
async function payNow(scene: Scene): Promise<void> {
  const { page, portal, show } = scene;
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-2041').url);
  await show({ name: 'public invoice', sign: page.getByText('Crown restoration').first() });
  await page.setViewportSize({ width: 1280, height: 800 });
  const receipt = page.getByRole('button', { name: 'Download receipt' }).first();
  await receipt.scrollIntoViewIfNeeded();
  await receipt.hover();
  await show({ name: 'tooltip', sign: page.getByRole('tooltip').first(), widths: ['desktop'] });

  await invoice.openPopup();
  const saved = invoice.popup.getByRole('radio', { name: /ending in \d{4}/ });
  await show({ name: 'saved method', sign: saved.first() });
  await invoice.chooseNewMethod();
  await expect(invoice.fields.cardNumber).toBeVisible();
  // Not a field: what is out of sight in another company's frame is not drawn at all.
  const tab = invoice.popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'card form', sign: tab });
  await invoice.field('Card number').fill('4242 4242 4242 4241');
  await invoice.field('CVC').fill('1');
  await invoice.field('Card holder name').focus();
  await invoice.field('Expiry date').focus();
  await invoice.field('Card number').focus();
  await expect(page.getByText('CVC is not valid')).toBeVisible();
  await show({ name: 'card form, refused', sign: tab });
  await invoice.popup.getByRole('tab', { name: 'ACH Payment' }).click();
  await expect(invoice.field('Routing number')).toBeVisible();
  await show({ name: 'bank form', sign: tab });
}

async function planAndCalendar({ page, portal, show }: Scene): Promise<void> {
  const invoice = new WaysToPay(page);
  const { popup } = invoice;
  await invoice.open(portal.link('harbor', 'HD-2058').url);
  await invoice.openPopup();
  await popup.getByText('Create a payment plan').click();
  await popup.getByRole('group', { name: 'Select number of payments' }).getByText('6').click();
  await show({ name: 'plan', sign: popup.getByText('Final payment') });
  await popup.getByRole('button', { name: 'Specify Payment method' }).click();
  const tab = popup.getByRole('tab', { name: 'Credit card' });
  await show({ name: 'plan, card form', sign: tab });
  await popup.getByText("Can't pay today?").click();
  const days = popup.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.nth(1).click();
  await show({ name: 'calendar', sign: days.first() });
}

async function scheduled(scene: Scene): Promise<void> {
  const { page, portal, show } = scene;
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-1966').url);
  await invoice.chooseDay();
  await invoice.typeCard(CARDS.pays);
  await invoice.agree(/^Confirm scheduled payment \$/);
  await expect(textOf(scene, 'Payment scheduled')).toBeVisible();
  await show({
    name: 'overlay scheduled',
    sign: textOf(scene, 'Payment scheduled'),
    isWaiting: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, scheduled', sign: invoice.badge('Scheduled') });
}

async function loadingToSuccess(scene: Scene): Promise<void> {
  const { page, portal, show } = scene;
  const invoice = new WaysToPay(page);
  const { url } = portal.link('harbor', 'HD-2060');
  await invoice.open(url);
  const fields = await hold(page, `${portal.sandbox}/**`);
  await invoice.openPopup();
  const loading = textOf(scene, 'Initializing secure payment environment');
  await show({ name: 'overlay loading', sign: loading, widths: ['phone'], isWaiting: true });
  fields();
  // From the start: after fifteen seconds without its fields the popup gives up.
  await invoice.open(url);
  await invoice.openPopup();
  await invoice.typeCard(CARDS.declined);
  const submit = await hold(page, SUBMIT);
  await invoice.submit.click();
  const pending = textOf(scene, 'Please, dont close this window while paying');
  await show({ name: 'overlay pending', sign: pending, isWaiting: true });
  submit();
  await show({
    name: 'overlay error',
    sign: textOf(scene, 'Payment unsuccessful!'),
    isWaiting: true,
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await invoice.typeCard(CARDS.pays);
  await invoice.submit.click();
  await show({
    name: 'overlay success',
    sign: textOf(scene, 'Payment successful!'),
    isWaiting: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, paid', sign: invoice.badge('Paid') });
}

async function debitSent(scene: Scene): Promise<void> {
  const { page, portal, show } = scene;
  const invoice = new WaysToPay(page);
  await invoice.open(portal.link('harbor', 'HD-2055').url);
  await invoice.openBankForm();
  await invoice.fillBankAccount(BANK_ACCOUNT);
  await invoice.submit.click();
  await show({
    name: 'overlay sent',
    sign: textOf(scene, 'Your bank debit is on its way'),
    isWaiting: true,
  });
  await invoice.closeOverlay();
  await show({ name: 'public invoice, pending', sign: invoice.badge('Pending') });
}

/** The fields of the other two, which draw them differently. */
async function otherFields({ page, portal, show }: Scene): Promise<void> {
  for (const { name, domain, fields } of [
    { name: 'Stripe', domain: 'northwind', fields: formInFrame },
    { name: 'Fiserv', domain: 'summit', fields: framePerField },
  ]) {
    const invoice = new WaysToPay(page, fields);
    await invoice.open(portal.unpaid(domain).url);
    await invoice.openCardForm();
    const tab = invoice.popup.getByRole('tab', { name: 'ACH Payment' });
    await show({ name: `${name} card form`, sign: tab });
    await tab.click();
    await show({ name: `${name} bank form`, sign: tab });
  }
}

export const PAY_STORIES: readonly Story[] = [
  { title: 'paying now', tell: payNow },
  { title: 'a plan and another day', tell: planAndCalendar },
  { title: 'a scheduled payment', tell: scheduled },
  { title: 'from loading to success', tell: loadingToSuccess },
  { title: 'a bank debit', tell: debitSent },
  { title: 'fields of Stripe and Fiserv', tell: otherFields },
];
