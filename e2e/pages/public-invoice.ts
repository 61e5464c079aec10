/** The public invoice page and its PAY popup, in a payer's words. */
import { expect, type Locator, type Page } from '@playwright/test';

export const CARDS = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  challenges: '4000000000003220',
} as const;

export class PublicInvoice {
  readonly page: Page;
  readonly popup: Locator;

  constructor(page: Page) {
    this.page = page;
    this.popup = page.getByRole('dialog');
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  get payNow(): Locator {
    return this.page.getByRole('button', { name: 'Pay now' }).locator('visible=true').first();
  }

  badge(label: string): Locator {
    return this.page.locator('[data-status-badge]', { hasText: label }).first();
  }

  async openPopup(): Promise<void> {
    await this.payNow.click();
    await expect(this.popup).toBeVisible();
  }

  /** The form for a new card; where a method is attached to the invoice, that one comes first. */
  async openCardForm(): Promise<void> {
    await this.openPopup();
    await this.chooseNewMethod();
    await expect(this.field('Card number')).toBeVisible();
  }

  async chooseNewMethod(): Promise<void> {
    const another = this.popup.getByRole('button', { name: 'Another payment method' });
    await expect(another.or(this.popup.getByRole('tab', { name: 'Credit card' }))).toBeVisible();
    if (await another.isVisible()) await another.click();
  }

  async openBankForm(): Promise<void> {
    await this.openCardForm();
    await this.popup.getByRole('tab', { name: 'ACH Payment' }).click();
  }

  /** A field lives in a frame of the processor; its title ends with the label. */
  field(label: string): Locator {
    return this.page.frameLocator(`iframe[title="Secure input: ${label}"]`).getByLabel(label);
  }

  async fillCard(number: string): Promise<void> {
    await this.field('Card holder name').fill('Maya Lindqvist');
    await this.field('Card number').fill(number);
    await this.field('Expiry date').fill('12 / 34');
    await this.field('CVC').fill('123');
  }

  /** By the keyboard: a click can arrive before the browser knows where a new frame lies. */
  async answerChallenge(answer: 'Complete' | 'Fail'): Promise<void> {
    const challenge = this.page.frameLocator('iframe[title="3-D Secure challenge"]');
    await challenge.getByRole('button', { name: answer }).press('Enter');
  }

  async fillBankAccount(accountNumber: string): Promise<void> {
    await this.field('Routing number').fill('110000000');
    await this.field('Account number').fill(accountNumber);
    await this.fillName('First name', 'Maya');
    await this.fillName('Last name', 'Lindqvist');
  }

  /** A field of the processor's, or ours where the processor has none for it. */
  private async fillName(label: string, name: string): Promise<void> {
    const ours = this.popup.getByRole('textbox', { name: label });
    await ((await ours.isVisible()) ? ours : this.field(label)).fill(name);
  }

  get submit(): Locator {
    return this.popup.getByRole('button', { name: /^Confirm and Pay \$/ });
  }

  async closeOverlay(): Promise<void> {
    await this.page.getByRole('button', { name: 'Close' }).last().click();
    await expect(this.popup).toBeHidden();
  }

  async pay(number: string): Promise<void> {
    await this.openCardForm();
    await this.fillCard(number);
    await expect(this.submit).toBeEnabled();
    await this.submit.click();
  }
}
