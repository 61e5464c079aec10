/** Every state of the PAY popup on a public link, and each of its overlays. */
import { expect } from '@playwright/test';
import { COMPANIES } from '../demo-companies.ts';
import { framePerField } from '../pages/fields.ts';
import { PaymentPopup } from '../pages/payment-popup.ts';
import { CARDS } from '../pages/public-invoice.ts';
import { anyOf } from '../texts.ts';
import { delayRequests, SCREENS, type Scenario, type ScenarioContext } from './scenario.ts';

const BANK_ACCOUNT = '000123456789';
const SUBMIT = '**/api/portal/request/*/full/submit';

type Overlay = keyof ScenarioContext['texts']['payTexts']['overlay'];

function toOverlay({ page, texts }: ScenarioContext, overlay: Overlay) {
  return page.getByRole('dialog').getByText(texts.payTexts.overlay[overlay].title, { exact: true });
}

async function payNow(context: ScenarioContext): Promise<void> {
  const { page, portal, texts, show } = context;
  const { receiptTexts, payTexts, fieldTexts } = texts;
  const { labels } = fieldTexts;
  const invoice = new PaymentPopup(page, framePerField, texts);
  await invoice.open(portal.link('harbor', 'HD-2041').url);
  await show({ name: 'public invoice', marker: page.getByText('Crown restoration').first() });
  await page.setViewportSize(SCREENS.desktop);
  const receipt = page.getByRole('button', { name: receiptTexts.text }).first();
  await receipt.scrollIntoViewIfNeeded();
  await receipt.hover();
  await show({ name: 'tooltip', marker: page.getByRole('tooltip').first(), screens: ['desktop'] });

  await invoice.openPopup();
  await show({ name: 'PAY', marker: invoice.submit });
  await invoice.chooseNewMethod();
  await expect(invoice.fields.cardNumber).toBeVisible();
  // The marker is not a field because Chromium does not draw the out-of-view part of a cross-site frame.
  const tab = invoice.popup.getByRole('tab', { name: payTexts.kinds.card });
  await show({ name: 'card form', marker: tab });
  await invoice.field(labels.cardNumber).fill('4242 4242 4242 4241');
  await invoice.field(labels.cvc).fill('1');
  await invoice.field(labels.cardHolder).focus();
  await invoice.field(labels.expiry).focus();
  await invoice.field(labels.cardNumber).focus();
  await expect(invoice.popup.getByRole('paragraph').filter({ hasText: labels.cvc })).toBeVisible();
  await show({ name: 'card form, invalid', marker: tab });
  await invoice.popup.getByRole('tab', { name: payTexts.kinds.ach }).click();
  await expect(invoice.field(labels.routingNumber)).toBeVisible();
  await show({ name: 'bank form', marker: tab });
}

async function planAndCalendar({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { payOptionsTexts, planTexts, payPopupTexts, payTexts } = texts;
  const { titles } = payOptionsTexts;
  const invoice = new PaymentPopup(page, framePerField, texts);
  const { popup } = invoice;
  await invoice.open(portal.link('harbor', 'HD-2058').url);
  await invoice.openPopup();
  await popup.getByText(titles.PAYMENT_PLAN).click();
  await popup.getByRole('group', { name: planTexts.choose }).getByText('6').click();
  await show({ name: 'plan', marker: popup.getByRole('list', { name: planTexts.payments }) });
  await popup.getByRole('button', { name: payPopupTexts.specifyMethod }).click();
  const tab = popup.getByRole('tab', { name: payTexts.kinds.card });
  await show({ name: 'plan, card form', marker: tab });
  await popup.getByText(titles.PAYMENT_EXTENSION).click();
  const days = popup.getByRole('gridcell').getByRole('button', { disabled: false });
  await days.nth(1).click();
  await show({ name: 'calendar', marker: days.first() });
  await popup.getByRole('button', { name: payPopupTexts.specifyMethod }).click();
  await show({ name: 'scheduled payment, card form', marker: tab });
}

async function scheduled(context: ScenarioContext): Promise<void> {
  const { page, portal, texts, show } = context;
  const invoice = new PaymentPopup(page, framePerField, texts);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.chooseDay();
  await invoice.typeCard(CARDS.pays);
  await invoice.agree(anyOf(texts.checkoutTexts.button.extension));
  await expect(toOverlay(context, 'scheduled')).toBeVisible();
  await show({
    name: 'overlay scheduled',
    marker: toOverlay(context, 'scheduled'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({
    name: 'public invoice, scheduled',
    marker: invoice.badge(texts.INVOICE_STATUS_LABELS.PAYMENT_EXTENSION),
  });
}

async function loadingToSuccess(context: ScenarioContext): Promise<void> {
  const { page, portal, texts, show } = context;
  const invoice = new PaymentPopup(page, framePerField, texts);
  const { url } = await portal.unpaid('harbor');
  await invoice.open(url);
  const fields = await delayRequests(page, `${portal.sandbox}/**`);
  await invoice.openPopup();
  const loading = toOverlay(context, 'loading');
  await show({ name: 'overlay loading', marker: loading, screens: ['phone'], isLoading: true });
  fields();
  // The popup is opened again because it shows an error after fifteen seconds without its fields.
  await invoice.open(url);
  await invoice.openPopup();
  await invoice.typeCard(CARDS.declined);
  const submit = await delayRequests(page, SUBMIT);
  await invoice.submit.click();
  const pending = toOverlay(context, 'pending');
  await show({ name: 'overlay pending', marker: pending, isLoading: true });
  submit();
  await show({
    name: 'overlay error',
    marker: toOverlay(context, 'error'),
    isLoading: true,
  });
  await page.getByRole('button', { name: texts.payTexts.tryAgain }).click();
  await invoice.typeCard(CARDS.pays);
  await invoice.submit.click();
  await show({
    name: 'overlay success',
    marker: toOverlay(context, 'success'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({
    name: 'public invoice, paid',
    marker: invoice.badge(texts.INVOICE_STATUS_LABELS.COLLECTED),
  });
}

async function debitSent(context: ScenarioContext): Promise<void> {
  const { page, portal, texts, show } = context;
  const invoice = new PaymentPopup(page, framePerField, texts);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openBankForm();
  await invoice.fillBankAccount(BANK_ACCOUNT);
  await invoice.submit.click();
  await show({
    name: 'overlay sent',
    marker: toOverlay(context, 'sent'),
    isLoading: true,
  });
  await invoice.closeOverlay();
  await show({
    name: 'public invoice, pending',
    marker: invoice.badge(texts.INVOICE_STATUS_LABELS.PENDING),
  });
}

async function otherFields({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  for (const { processor, domain, fields } of COMPANIES) {
    if (domain === 'harbor') continue;
    const invoice = new PaymentPopup(page, fields, texts);
    await invoice.open((await portal.unpaid(domain)).url);
    await invoice.openCardForm();
    const tab = invoice.popup.getByRole('tab', { name: texts.payTexts.kinds.ach });
    await show({ name: `${processor} card form`, marker: tab });
    await tab.click();
    await show({ name: `${processor} bank form`, marker: tab });
  }
}

async function ownAmount({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { ownAmountTexts } = texts;
  const [{ domain, fields }] = COMPANIES;
  const invoice = new PaymentPopup(page, fields, texts);
  await invoice.open((await portal.unpaid(domain)).url);
  await invoice.openPopup();
  await page.getByRole('button', { name: ownAmountTexts.open }).click();
  const amount = page.getByRole('textbox', { name: ownAmountTexts.label });
  await amount.fill('25.00');
  await show({ name: 'PAY, own amount', marker: amount });
  await amount.fill('0.50');
  await show({ name: 'PAY, own amount invalid', marker: amount });
}

async function challenge({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const invoice = new PaymentPopup(page, framePerField, texts);
  await invoice.open((await portal.unpaid('harbor')).url);
  await invoice.openPopup();
  await invoice.typeCard(CARDS.challenges);
  await invoice.submit.click();
  const frame = page.locator('iframe[title*="3-D Secure"]');
  await show({ name: '3-D Secure', marker: frame, isLoading: true });
}

async function inquiry({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { open, labels } = texts.inquiryTexts;
  const invoice = new PaymentPopup(page, framePerField, texts);
  await invoice.open((await portal.unpaid('harbor')).url);
  await page.getByRole('button', { name: open.DISPUTE }).click();
  const text = page.getByRole('textbox', { name: labels.DISPUTE });
  await show({ name: 'public invoice, dispute', marker: text });
}

export const PAY_SCENARIOS: readonly Scenario[] = [
  { title: 'paying now', run: payNow },
  { title: 'a plan and another day', run: planAndCalendar },
  { title: 'a scheduled payment', run: scheduled },
  { title: 'from loading to success', run: loadingToSuccess },
  { title: 'a bank debit', run: debitSent },
  { title: 'another amount', run: ownAmount },
  { title: 'a bank challenge', run: challenge },
  { title: 'a dispute', run: inquiry },
];

/** axe does not check the processors' frames, so running these scenarios in the full run is enough. */
export const OTHER_PROCESSOR_SCENARIO: Scenario = {
  title: 'fields of Stripe and Fiserv',
  run: otherFields,
};
