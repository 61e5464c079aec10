/** What a signed-in customer does about invoices, orders, estimates and methods, in their words. */
import { type BrowserContext, expect, type Locator } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { SignIn } from './sign-in.ts';
import { Mailbox } from './sign-in-mail.ts';
import { WaysToPay } from './ways-to-pay.ts';

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

type Who = { domain: string; email: string };

export class OwnAccount extends WaysToPay {
  /** Answers the cookies, by which a later test is inside without another mail. */
  async enter(portal: Portal, who: Who): Promise<Cookies> {
    const entrance = new SignIn(this.page);
    await entrance.ask(portal.url, who);
    const { code } = await new Mailbox(portal.sandbox).nextWayIn(who.email);
    await entrance.typeCode(code);
    await entrance.expectInside();
    return this.page.context().cookies();
  }

  async chooseSaved(last4: string): Promise<void> {
    await this.popup.getByText(`**** ${last4}`).click();
    await expect(this.popup.getByRole('radio', { name: new RegExp(last4) })).toBeChecked();
  }

  button(name: string | RegExp): Locator {
    return this.popup.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async expectPaid(): Promise<void> {
    await expect(this.page.getByText('Payment successful!')).toBeVisible({ timeout: 30_000 });
    await expect(this.button('Download receipt')).toBeEnabled();
    await this.closeOverlay();
  }

  /** The project's part, by its tabs. */
  async openPart(project: RegExp, part: 'Orders' | 'Estimates'): Promise<void> {
    await this.page.getByRole('link', { name: project }).click();
    await this.page.getByRole('tab', { name: part }).click();
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
