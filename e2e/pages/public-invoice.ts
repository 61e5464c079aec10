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
    await expect(this.field('Card number')).toBeVisible();
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

  get submit(): Locator {
    return this.popup.getByRole('button', { name: /^Confirm and Pay \$/ });
  }

  async pay(number: string): Promise<void> {
    await this.openPopup();
    await this.fillCard(number);
    await expect(this.submit).toBeEnabled();
    await this.submit.click();
  }
}
