/** The login page, and signing out. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Portal } from '../portal.ts';

type Customer = { domain: string; email: string };

export class SignIn {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get identifier(): Locator {
    return this.page.getByRole('textbox', { name: /phone number or customer reference/ });
  }

  get code(): Locator {
    return this.page.getByRole('textbox', { name: '6-digit code from the email' });
  }

  async requestLink(portal: Portal, { domain, email }: Customer): Promise<void> {
    await this.page.goto(`${portal.url}/${domain}/auth/login`);
    await this.requestLinkFor(email);
  }

  async requestLinkFor(email: string): Promise<void> {
    await this.identifier.fill(email);
    await this.page.getByRole('button', { name: 'Send me a sign-in link' }).click();
    await expect(this.page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  }

  async typeCode(code: string): Promise<void> {
    await this.code.fill(code);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async enter(portal: Portal, customer: Customer): Promise<void> {
    await this.requestLink(portal, customer);
    const { code } = await portal.mailbox.nextSignIn(customer.email);
    await this.typeCode(code);
    await this.expectSignedIn();
  }

  /** At any width: signing out is in the header or behind the menu. */
  async expectSignedIn(): Promise<void> {
    const signOut = this.page.getByRole('button', { name: /^(Sign out|Menu)$/ });
    await expect(signOut.first()).toBeVisible();
  }

  async signOut(): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await this.page.getByRole('button', { name: 'Sign out' }).click();
    await expect(this.identifier).toBeVisible();
  }
}
