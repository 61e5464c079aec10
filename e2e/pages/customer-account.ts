/** The invoices, orders, estimates and methods of a signed-in customer. */
import { expect, type Locator } from '@playwright/test';
import { expectOnTop } from './layout.ts';
import { PaymentPopup } from './payment-popup.ts';

export class CustomerAccount extends PaymentPopup {
  async chooseSaved(last4: string): Promise<void> {
    await this.popup.getByText(`**** ${last4}`).click();
    await expect(this.popup.getByRole('radio', { name: new RegExp(last4) })).toBeChecked();
  }

  button(name: string | RegExp): Locator {
    return this.popup.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async expectPaid(): Promise<void> {
    await this.expectSuccess();
    const result = this.popup.getByRole('region', {
      name: this.texts.payTexts.overlay.success.title,
    });
    await expectOnTop(result, 'the result');
    await expect(this.button(this.texts.receiptTexts.text)).toBeEnabled();
    await this.closeOverlay();
  }

  async openTab(project: RegExp, tab: 'Orders' | 'Estimates'): Promise<void> {
    await this.page.getByRole('link', { name: project }).click();
    await this.page.getByRole('tab', { name: tab }).click();
  }

  async buildRequest(order: RegExp, dollars: string): Promise<void> {
    await this.page.getByRole('checkbox', { name: order }).check();
    await this.page.getByRole('textbox', { name: /^Amount for / }).fill(dollars);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await expect(this.page.getByRole('heading', { name: 'Partial payment' })).toBeVisible();
  }

  async acceptEstimate(estimateRef: string): Promise<void> {
    await this.page.getByRole('link', { name: estimateRef, exact: true }).click();
    await this.page.getByRole('button', { name: 'Accept estimate' }).click();
    await expect(this.payNow).toBeVisible();
  }

  method(last4: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: last4 });
  }
}
