import { expect, type Locator, type Page } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { type Texts, toTexts } from '../texts.ts';

type Customer = { domain: string; email: string };

export class SignIn {
  readonly page: Page;
  private readonly texts: Texts;

  constructor(page: Page, texts: Texts = toTexts('en')) {
    this.page = page;
    this.texts = texts;
  }

  get identifier(): Locator {
    return this.page.getByRole('textbox', { name: this.texts.signInTexts.ask.label });
  }

  get menu(): Locator {
    return this.page.getByRole('button', { name: this.texts.shellTexts.menu, exact: true });
  }

  private get signOutButton(): Locator {
    return this.page.getByRole('button', { name: this.texts.shellTexts.signOut, exact: true });
  }

  get code(): Locator {
    return this.page.getByRole('textbox', { name: this.texts.signInTexts.code.label(6) });
  }

  async requestLink(portal: Portal, { domain, email }: Customer): Promise<void> {
    await this.page.goto(`${portal.url}/${domain}/auth/login`);
    await this.requestLinkFor(email);
  }

  async requestLinkFor(email: string): Promise<void> {
    await this.identifier.fill(email);
    const { ask, checkMail } = this.texts.signInTexts;
    await this.page.getByRole('button', { name: ask.submit }).click();
    await expect(this.page.getByRole('heading', { name: checkMail })).toBeVisible();
  }

  async typeCode(code: string): Promise<void> {
    await this.code.fill(code);
    const { submit } = this.texts.signInTexts.code;
    await this.page.getByRole('button', { name: submit, exact: true }).click();
  }

  async enter(portal: Portal, customer: Customer): Promise<void> {
    await this.requestLink(portal, customer);
    const { code } = await portal.mailbox.nextSignIn(customer.email);
    await this.typeCode(code);
    await this.expectSignedIn();
  }

  /** Works at any width: the sign-out button is in the header or behind the menu. */
  async expectSignedIn(): Promise<void> {
    await expect(this.signOutButton.or(this.menu).first()).toBeVisible();
  }

  async signOut(): Promise<void> {
    if (await this.menu.isVisible()) await this.menu.click();
    await this.signOutButton.click();
    await expect(this.identifier).toBeVisible();
  }
}
