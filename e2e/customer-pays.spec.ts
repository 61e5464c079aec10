/** A signed-in customer of each company pays, and minds what is paid with (product §2, §4, R12 to R16). */
import { expect, type Page, test } from '@playwright/test';
import { formInFrame, framePerField } from './pages/fields.ts';
import { type Cookies, OwnAccount } from './pages/own-account.ts';
import { CARDS } from './pages/public-invoice.ts';
import { type Portal, startPortal } from './portal.ts';

const COMPANIES = [
  {
    domain: 'northwind',
    processor: 'Stripe',
    fields: formInFrame,
    email: 'grace.okafor@example.com',
    card: '1881',
    bank: '4310',
    paidAtOnce: 'NW-1183',
    planned: 'NW-1179',
    estimate: 'NW-E-402',
    project: /^Kitchen remodel/,
    order: /Tile and flooring/,
  },
  {
    domain: 'harbor',
    processor: 'PayEngine',
    fields: framePerField,
    email: 'omar.haddad@example.com',
    card: '4444',
    bank: '1138',
    paidAtOnce: 'HD-2060',
    planned: 'HD-1702',
    estimate: 'HD-E-87',
    project: /^Implant restoration/,
    order: /Abutment and ceramic crown/,
  },
  {
    domain: 'summit',
    processor: 'Fiserv',
    fields: framePerField,
    email: 'luis.ortega@example.com',
    card: '6014',
    bank: '3390',
    paidAtOnce: 'SU-L-024',
    planned: 'SU-W-571',
    estimate: 'SU-E-131',
    project: /^Service upgrade/,
    order: /Line extension/,
  },
] as const;
type Company = (typeof COMPANIES)[number];

const BANK_ACCOUNT = '000123456789';
/** While a method is kept, only Stripe asks the payer's bank. */
const NEW_CARDS = {
  Stripe: { number: CARDS.challenges, last4: '3220', isChallenged: true },
  PayEngine: { number: '5555555555554444', last4: '4444', isChallenged: false },
  Fiserv: { number: '5555555555554444', last4: '4444', isChallenged: false },
} as const;

let portal: Portal;
test.beforeAll(async () => {
  portal = await startPortal();
});
test.afterAll(() => portal?.stop());
test.use({ reducedMotion: 'reduce', actionTimeout: 30_000 });

const cookiesOf = new Map<string, Cookies>();

async function enter(page: Page, company: Company): Promise<OwnAccount> {
  const account = new OwnAccount(page, company.fields);
  const known = cookiesOf.get(company.domain);
  if (known) await page.context().addCookies(known);
  else cookiesOf.set(company.domain, await account.enter(portal, company));
  return account;
}

/** What the processor has taken or is about to take; what was declined is in its books too. */
async function taken({ domain }: Company): Promise<number> {
  const charges = await portal.charges(domain);
  return charges.filter(({ status }) => status === 'succeeded' || status === 'pending').length;
}

for (const company of COMPANIES) {
  const { domain, processor } = company;

  test(`${processor}: a saved card, a plan with another method, a new bank account`, async ({
    page,
  }) => {
    test.slow();
    const account = await enter(page, company);
    const before = await taken(company);
    await account.open(`${portal.url}/${domain}/invoices/${company.paidAtOnce}`);
    await account.openPopup();
    await account.chooseSaved(company.card);
    await account.submit.click();
    await account.expectPaid();
    await expect(account.badge('Paid')).toBeVisible();
    expect(await taken(company)).toBe(before + 1);

    await account.open(`${portal.url}/${domain}/invoices/${company.planned}`);
    await account.choosePlan(2);
    await account.chooseSaved(company.card);
    await account.agree(/^Pay First payment \$/);
    await account.expectPaid();
    await expect(page.getByText('1 of 2 payments made')).toBeVisible();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await account.chooseSaved(company.bank);
    await account.button('Confirm payment').click();
    await expect(page.getByText('New payment method successfully added')).toBeVisible();
    await account.closeOverlay();
    const plan = page.getByRole('region', { name: 'Payment plan' });
    await expect(plan.getByText(`**** ${company.bank}`)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel payment plan' }).click();
    await account.button('Cancel payment').click();
    await expect(account.popup).toBeHidden();
    await expect(account.badge('Payment plan')).toBeHidden();

    await account.openBankForm();
    await account.fillBankAccount(BANK_ACCOUNT);
    await expect(
      account.popup.getByRole('checkbox', { name: 'Save payment method for future payments' }),
    ).toBeChecked();
    await account.submit.click();
    await expect(page.getByText('Your bank debit is on its way')).toBeVisible();
    await account.closeOverlay();
    await expect(account.badge('Pending')).toBeVisible();
    expect(await taken(company)).toBe(before + 3);
  });

  test(`${processor}: chosen orders, and an accepted estimate after a decline`, async ({
    page,
  }) => {
    test.slow();
    const account = await enter(page, company);
    const before = await taken(company);
    await page.goto(`${portal.url}/${domain}`);
    await account.openPart(company.project, 'Orders');
    await account.buildRequest(company.order, '25.00');
    await account.openPopup();
    await account.chooseSaved(company.card);
    await account.button('Confirm payment').click();
    await account.expectPaid();
    await expect(page.getByText('Thank you, this is paid.')).toBeVisible();
    expect(await taken(company)).toBe(before + 1);

    await page.goto(`${portal.url}/${domain}`);
    await account.openPart(company.project, 'Estimates');
    await account.acceptEstimate(company.estimate);
    await account.openCardForm();
    await account.fillCard(CARDS.declined);
    await account.button('Confirm payment').click();
    await expect(page.getByText('Payment unsuccessful!')).toBeVisible();
    await account.button('Try again').click();
    // What was typed is still there.
    await expect(account.button('Confirm payment')).toBeEnabled();
    await account.fillCard(CARDS.pays);
    await account.button('Confirm payment').click();
    await account.expectPaid();
    await expect(page.getByText('Thank you, this is paid.')).toBeVisible();
    expect(await taken(company)).toBe(before + 2);
  });

  test(`${processor}: a method is added and removed, auto-pay is switched on`, async ({ page }) => {
    const { number, last4, isChallenged } = NEW_CARDS[processor];
    const account = await enter(page, company);
    const before = await taken(company);
    await page.goto(`${portal.url}/${domain}/profile`);
    await page.getByRole('button', { name: 'Add a payment method' }).click();
    await expect(account.fields.cardNumber).toBeVisible();
    await account.fillCard(number);
    await account.button('Confirm payment').click();
    if (isChallenged) await account.answerChallenge('Complete');
    await expect(page.getByText('New payment method successfully added')).toBeVisible();
    await account.closeOverlay();
    const kept = account.method(last4);
    const count = await kept.count();
    await kept
      .last()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await account.button('Confirm').click();
    await expect(page.getByText('Payment method removed')).toBeVisible();
    await expect(kept).toHaveCount(count - 1);

    const autoPay = page.getByRole('switch', { name: 'Auto-pay' });
    await autoPay.click();
    await expect(autoPay).toBeChecked();
    await expect(page.getByText('Auto-pay', { exact: true }).first()).toBeVisible();
    expect(await taken(company)).toBe(before);
  });
}
