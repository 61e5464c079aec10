/** Upcoming charges of a signed-in customer, a plan change with consent, and a recovery link (R70 to R72). */
import type { Page } from '@playwright/test';
import { failPayment } from './database.ts';
import { COMPANIES, CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { CustomerAccount } from './pages/customer-account.ts';
import { expectNoOverflow, turn } from './pages/layout.ts';
import { PaymentPopup } from './pages/payment-popup.ts';
import { CARDS } from './pages/public-invoice.ts';
import { FULL_ONLY, sampledIf } from './scope.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import { anyOf, type Texts, toPattern } from './texts.ts';

const ACCOUNTS = {
  northwind: { customer: CUSTOMERS.grace, card: '1881' },
  harbor: { customer: CUSTOMERS.omar, card: '4444' },
  summit: { customer: CUSTOMERS.luis, card: '6014' },
} as const;

class Changes {
  private readonly page: Page;
  private readonly texts: Texts;

  constructor(page: Page, texts: Texts) {
    this.page = page;
    this.texts = texts;
  }

  of(invoiceRef: string) {
    const { label } = this.texts.upcomingTexts.actions;
    return this.page.getByRole('region', { name: anyOf((day) => label(day, invoiceRef)) });
  }

  async review(): Promise<void> {
    const { review } = this.texts.upcomingTexts.change;
    await this.page.getByRole('button', { name: review }).click();
  }

  async agree(): Promise<void> {
    const { inPortalOr } = this.texts.mandateTexts.revoke;
    const consent = toPattern(inPortalOr.card);
    // The dialog of the previous change may still be closing.
    await expect(this.page.getByText(consent).filter({ visible: true })).toHaveCount(1);
    await expectNoOverflow(this.page);
    const { agree } = this.texts.upcomingTexts.change;
    await this.page.getByRole('button', { name: agree }).click();
    await expect(this.page.getByRole('dialog')).toBeHidden();
  }
}

inEveryLanguage(() => {
  for (const company of COMPANIES) {
    const { domain, processor, fields } = company;
    const { customer, card } = ACCOUNTS[domain];

    test(
      `${processor}: a customer moves, skips and cancels a scheduled payment and shortens a plan`,
      sampledIf(processor === 'PayEngine'),
      async ({ page, portal, signInAs, texts }) => {
        test.slow();
        const { upcomingTexts, payTexts, planTexts, checkoutTexts } = texts;
        const { actions, change, kind } = upcomingTexts;
        await signInAs(customer);
        const account = new CustomerAccount(page, fields, texts);
        const changes = new Changes(page, texts);
        const owned = { customerRef: customer.reference, dueInDays: 60 };
        const open = async () => {
          const { invoiceRef } = await portal.unpaid(domain, owned);
          await account.open(`${portal.url}/${domain}/invoices/${invoiceRef}`);
          return invoiceRef;
        };
        const scheduled = await open();
        await account.chooseDay();
        await account.chooseSaved(card);
        await account.agree(anyOf(checkoutTexts.button.extension));
        const { title: isScheduled } = payTexts.overlay.scheduled;
        await expect(page.getByRole('heading', { name: isScheduled, exact: true })).toBeVisible();
        await account.closeOverlay();

        await page.goto(`${portal.url}/${domain}/payments`);
        await page.getByRole('link', { name: texts.paymentsTexts.upcoming }).click();
        const charge = changes.of(scheduled);
        await charge.getByRole('button', { name: actions.move }).click();
        const day = page.getByLabel(change.newDate);
        await day.fill((await day.getAttribute('max')) ?? '');
        await changes.review();
        await changes.agree();
        await charge.getByRole('button', { name: actions.skip }).click();
        await changes.agree();
        await expect(charge.getByRole('button', { name: actions.skip })).toBeHidden();
        await expectNoViolations(page, 'upcoming payments');
        await expectNoOverflow(page);
        await charge.getByRole('button', { name: actions.cancel }).click();
        await page.getByRole('button', { name: texts.confirmTexts.submit }).click();
        await expect(charge).toBeHidden();

        const planned = await open();
        await account.choosePlan(4);
        await account.chooseSaved(card);
        await account.agree(anyOf(checkoutTexts.button.plan));
        await account.expectSuccess();
        await account.closeOverlay();
        await page.getByRole('button', { name: upcomingTexts.plan.shorten }).click();
        await changes.review();
        await changes.agree();
        await expect(page.getByText(planTexts.made(1, 3))).toBeVisible();
        await expectNoViolations(page, 'the invoice of a plan');
        await expectNoOverflow(page);
        await page.goto(`${portal.url}/${domain}/upcoming`);
        await expect(changes.of(planned)).toHaveCount(2);
        await expect(changes.of(planned).getByText(kind.installment(2, 3))).toBeVisible();
        const cancelPlan = changes.of(planned).getByRole('button', { name: actions.cancelPlan });
        await expect(cancelPlan).toHaveCount(1);
        await expect(
          changes.of(planned).getByRole('button', { name: actions.cancel, exact: true }),
        ).toHaveCount(0);
        await cancelPlan.click();
        await page.getByRole('button', { name: texts.confirmTexts.submit }).click();
        await expect(changes.of(planned)).toHaveCount(0);
      },
    );

    test(
      `${processor}: a recovery link opens the payment, passes the bank challenge and shows the settlement`,
      sampledIf(processor === 'Stripe'),
      async ({ page, portal, texts }) => {
        const { url, invoiceRef } = await portal.unpaid(domain);
        await failPayment(portal.dataDir, invoiceRef);
        const invoice = new PaymentPopup(page, fields, texts);
        await page.goto(`${url}#recover`);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoViolations(page, 'the payment of a recovery link');
        await invoice.typeCard(CARDS.challenges);
        await invoice.submit.click();
        await invoice.answerChallenge('Complete');
        await invoice.expectSuccess();
        await invoice.closeOverlay();
        await expect(page.getByText(texts.recoveryTexts.settled)).toBeVisible();
        await expectNoOverflow(page);
      },
    );
  }
});

test(
  'the change of a plan follows a payment in another tab and says so',
  FULL_ONLY,
  async ({ page, portal, signInAs, texts }) => {
    test.slow();
    const { upcomingTexts, planTexts, checkoutTexts } = texts;
    await signInAs(CUSTOMERS.omar);
    const account = new CustomerAccount(page, undefined, texts);
    const owned = { customerRef: CUSTOMERS.omar.reference, dueInDays: 60 };
    const { invoiceRef } = await portal.unpaid('harbor', owned);
    const url = `${portal.url}/harbor/invoices/${invoiceRef}`;
    await account.open(url);
    await account.choosePlan(3);
    await account.chooseSaved('4444');
    await account.agree(anyOf(checkoutTexts.button.plan));
    await account.expectSuccess();
    await account.closeOverlay();
    await page.getByRole('button', { name: upcomingTexts.plan.shorten }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox')).toHaveValue('1');
    await turn(page);
    await expect(dialog.getByRole('combobox')).toHaveValue('1');

    const other = new CustomerAccount(await page.context().newPage(), undefined, texts);
    await other.open(url);
    await other.page
      .getByRole('button', { name: new RegExp(`^${planTexts.pay}`) })
      .first()
      .click();
    await other.popup.getByRole('button', { name: /\$/ }).click();
    await other.expectSuccess();

    await expect(dialog.getByText(upcomingTexts.plan.changed)).toBeVisible();
    await expect(dialog.getByRole('combobox')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: upcomingTexts.change.review })).toBeDisabled();
  },
);
