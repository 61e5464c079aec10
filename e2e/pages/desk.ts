/** The staff console as a member of a company's team uses it (R73, R74, R78). */
import { expect, type Locator, type Page } from '@playwright/test';
import { forgetPasskeys } from '../database.ts';
import type { Portal } from '../portal.ts';
import { addAuthenticator } from './authenticator.ts';

export class Desk {
  readonly page: Page;
  readonly root: string;
  readonly dialog: Locator;

  constructor(page: Page, root: string) {
    this.page = page;
    this.root = root;
    this.dialog = page.getByRole('dialog');
  }

  async enter({ url, code }: { url: string; code: string }): Promise<void> {
    await addAuthenticator(this.page);
    await this.page.goto(url);
    await this.page.getByLabel('Code from the email').fill(code);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.expectHeading('Overview');
  }

  async signInByMail(portal: Pick<Portal, 'mailbox'>, email: string): Promise<void> {
    await addAuthenticator(this.page);
    await this.page.goto(`${this.root}/sign-in`);
    await this.page.getByLabel('Work email').fill(email);
    await this.page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    const { code } = await portal.mailbox.nextSignIn(email);
    await this.page.getByLabel('Code from the email').fill(code);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.expectHeading('Overview');
  }

  async open(path: string, heading: string | RegExp): Promise<void> {
    await this.page.goto(`${this.root}${path}`);
    await this.expectHeading(heading);
  }

  async openList(name: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Console' });
    await menu.getByRole('link', { name, exact: true }).click();
    await this.expectHeading(name);
  }

  async expectHeading(name: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  /** The company's other passkeys are forgotten: those that another test has added are in a browser that is gone. */
  async addPasskey({ dataDir }: Pick<Portal, 'dataDir'>, name: string): Promise<void> {
    await forgetPasskeys(dataDir, new URL(this.root).pathname.split('/').at(-1) ?? '');
    await this.open('/settings/account', /account/i);
    await this.page.getByRole('button', { name: 'Add a passkey' }).click();
    await this.dialog.getByLabel('Passkey name').fill(name);
    await this.dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(this.page.getByText('Passkey added.')).toBeVisible();
  }

  /** Returns once the endpoint is listed. Its secret is shown only once. */
  async addEndpoint(url: string): Promise<void> {
    await this.open('/settings/webhooks', /webhooks/i);
    await this.page.getByRole('button', { name: 'New endpoint' }).click();
    await this.dialog.getByLabel('URL').fill(url);
    await this.dialog.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(this.page.getByText('Signing secret')).toBeVisible();
    await this.dialog.getByRole('button', { name: 'Done' }).click();
  }

  async importRows(kind: string, { name, text }: { name: string; text: string }): Promise<void> {
    await this.open('/import', 'Import');
    await this.page.getByLabel('Record type').selectOption({ label: kind });
    await this.chooseFile(name, Buffer.from(text));
    await this.page.getByRole('button', { name: 'Check file' }).click();
    await expect(this.page.getByText('Nothing has been imported yet.')).toBeVisible();
    await this.page.getByRole('button', { name: /^Import \d+ row/ }).click();
    await expect(this.page.getByRole('heading', { name: 'Imported' })).toBeVisible();
  }

  async chooseFile(name: string, buffer: Buffer): Promise<void> {
    const file = { name, mimeType: 'text/csv', buffer };
    await this.page.locator('input[type=file]').setInputFiles(file);
  }

  async chooseCustomer(name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Find a customer' }).fill(name);
    const found = this.dialog.getByRole('listbox', { name: 'Find a customer' });
    await found.getByRole('option').first().click();
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) {
      await this.dialog.getByLabel(label, { exact: true }).fill(text);
    }
  }

  async sendInvoice(note = ''): Promise<void> {
    await this.page.getByRole('button', { name: 'Send by email' }).click();
    await this.dialog.getByLabel('Note').fill(note);
    await this.dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(this.page.getByText('The invoice is on its way to the customer.')).toBeVisible();
  }

  /** The invoice must have exactly one payment. */
  async openPayment(invoiceRef: string): Promise<void> {
    await this.openRow('/invoices', invoiceRef);
    await this.page.getByRole('link', { name: /\d{4} \d{1,2}:\d{2} [AP]M$/ }).click();
    await this.expectHeading(/^Payment of \$/);
  }

  async openRow(list: string, text: string): Promise<void> {
    await this.open(list, /./);
    await this.page.getByRole('link', { name: text }).first().click();
  }

  async centsOf(label: string): Promise<number> {
    const term = this.page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
    const value = term.locator('xpath=following-sibling::dd[1]');
    const [text = ''] = (await value.innerText()).split('\n');
    return Number(text.replace(/[^\d-]/g, ''));
  }
}
