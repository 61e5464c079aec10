import { expect, type Locator, type Page } from '@playwright/test';
import { anyOf, type Texts, toTexts } from '../texts.ts';
import { type Fields, fieldInFrame, framePerField, pressInFrame } from './fields.ts';

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  challenges: '4000000000003220',
} as const;

export class PublicInvoice {
  readonly page: Page;
  readonly popup: Locator;
  readonly fields: Fields;
  readonly texts: Texts;

  constructor(
    page: Page,
    fieldsOf: (page: Page, texts: Texts) => Fields = framePerField,
    texts: Texts = toTexts('en'),
  ) {
    this.page = page;
    this.texts = texts;
    this.fields = fieldsOf(page, texts);
    this.popup = page.getByRole('dialog');
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  get payNow(): Locator {
    const { payNow } = this.texts.invoiceTexts;
    return this.page.getByRole('button', { name: payNow }).locator('visible=true').first();
  }

  badge(label: string): Locator {
    return this.page.locator('[data-status-badge]', { hasText: label }).first();
  }

  async openPopup(): Promise<void> {
    await this.payNow.click();
    await expect(this.popup).toBeVisible();
  }

  /** If the customer has a saved method, the popup offers it first. */
  async openCardForm(): Promise<void> {
    await this.openPopup();
    await this.chooseNewMethod();
    await expect(this.fields.cardNumber).toBeVisible();
  }

  async chooseNewMethod(): Promise<void> {
    const { anotherMethod, kinds } = this.texts.payTexts;
    const another = this.popup.getByRole('button', { name: anotherMethod });
    await expect(another.or(this.popup.getByRole('tab', { name: kinds.card }))).toBeVisible();
    if (await another.isVisible()) await another.click();
  }

  async openBankForm(): Promise<void> {
    await this.openCardForm();
    await this.popup.getByRole('tab', { name: this.texts.payTexts.kinds.ach }).click();
  }

  field(label: string): Locator {
    return fieldInFrame(this.page, label);
  }

  fillCard(number: string): Promise<void> {
    return this.fields.fillCard(number);
  }

  fillBankAccount(accountNumber: string): Promise<void> {
    return this.fields.fillBankAccount(accountNumber);
  }

  answerChallenge(result: 'Complete' | 'Fail'): Promise<void> {
    const challenge = this.page.frameLocator('iframe[title*="3-D Secure"]');
    return pressInFrame(challenge.getByRole('button', { name: result }));
  }

  get submit(): Locator {
    return this.popup.getByRole('button', { name: anyOf(this.texts.checkoutTexts.button.full) });
  }

  async payWithWallet(): Promise<void> {
    const button = this.page.frameLocator('iframe[title="Secure express checkout frame"]');
    await pressInFrame(button.getByRole('button', { name: 'Sandbox Pay' }));
    const sheet = this.page.frameLocator('iframe[title="Sandbox Pay"]');
    await pressInFrame(sheet.getByRole('button', { name: 'Pay', exact: true }));
  }

  async expectSuccess(): Promise<void> {
    const { title } = this.texts.payTexts.overlay.success;
    await expect(this.page.getByText(title)).toBeVisible({ timeout: 30_000 });
  }

  async closeOverlay(): Promise<void> {
    await this.page.getByRole('button', { name: this.texts.uiTexts.close }).last().click();
    await expect(this.popup).toBeHidden();
  }

  async pay(number: string): Promise<void> {
    await this.openCardForm();
    await this.fillCard(number);
    await expect(this.submit).toBeEnabled();
    await this.submit.click();
  }
}
