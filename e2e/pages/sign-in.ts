/** The login page and what is behind it, in a customer's words. */
import { expect, type Locator, type Page } from '@playwright/test';

export class SignIn {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get who(): Locator {
    return this.page.getByRole('textbox', { name: 'E-mail, phone number or customer reference' });
  }

  get code(): Locator {
    return this.page.getByRole('textbox', { name: '6-digit code from the mail' });
  }

  async ask(portal: string, who: { domain: string; email: string }): Promise<void> {
    await this.page.goto(`${portal}/${who.domain}/auth/login`);
    await this.askFor(who.email);
  }

  async askFor(email: string): Promise<void> {
    await this.who.fill(email);
    await this.page.getByRole('button', { name: 'Send me a sign-in link' }).click();
    await expect(this.page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }

  async typeCode(code: string): Promise<void> {
    await this.code.fill(code);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Inside, whatever the width: the way out is in the header or behind the menu. */
  async expectInside(): Promise<void> {
    const out = this.page.getByRole('button', { name: /^(Sign out|Menu)$/ });
    await expect(out.first()).toBeVisible();
  }

  async signOut(): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await this.page.getByRole('button', { name: 'Sign out' }).click();
    await expect(this.who).toBeVisible();
  }
}
