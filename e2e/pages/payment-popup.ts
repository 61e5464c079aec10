/** The other options of the PAY popup: a payment plan or a scheduled payment. */
import { expect, type Locator } from '@playwright/test';
import { PublicInvoice } from './public-invoice.ts';

export class PaymentPopup extends PublicInvoice {
  get agreement(): Locator {
    return this.popup.getByRole('checkbox', { name: this.texts.payTexts.autoCharge });
  }

  async choosePlan(count: number): Promise<void> {
    await this.openPopup();
    await this.popup.getByText(this.texts.payOptionsTexts.titles.PAYMENT_PLAN).click();
    const chips = this.popup.getByRole('group', { name: this.texts.planTexts.choose });
    await chips.getByText(String(count), { exact: true }).click();
    await this.specifyMethod();
  }

  async chooseDay(): Promise<void> {
    await this.openPopup();
    await this.popup.getByText(this.texts.payOptionsTexts.titles.PAYMENT_EXTENSION).click();
    const days = this.popup.getByRole('gridcell').getByRole('button', { disabled: false });
    await days.nth(1).click();
    await this.specifyMethod();
  }

  private async specifyMethod(): Promise<void> {
    const { specifyMethod } = this.texts.payPopupTexts;
    await this.popup.getByRole('button', { name: specifyMethod }).click();
  }

  async typeCard(number: string): Promise<void> {
    await this.chooseNewMethod();
    await expect(this.fields.cardNumber).toBeVisible();
    await this.fillCard(number);
  }

  async agree(button: RegExp): Promise<void> {
    const confirm = this.popup.getByRole('button', { name: button });
    await expect(confirm).toBeDisabled();
    await this.agreement.check();
    await expect(confirm).toBeEnabled();
    await confirm.click();
  }
}
