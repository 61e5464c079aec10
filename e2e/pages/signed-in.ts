/** A session to begin with, for tests that are about what is behind the sign-in. */
import type { Browser, BrowserContext } from '@playwright/test';
import type { Portal } from '../portal.ts';
import { SignIn } from './sign-in.ts';
import { Mailbox } from './sign-in-mail.ts';

export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

export async function signedIn(
  browser: Browser,
  portal: Portal,
  who: { domain: string; email: string },
): Promise<Cookies> {
  const context = await browser.newContext();
  const entrance = new SignIn(await context.newPage());
  await entrance.ask(portal.url, who);
  await entrance.page.goto((await new Mailbox(portal.sandbox).nextWayIn(who.email)).url);
  await entrance.expectInside();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
