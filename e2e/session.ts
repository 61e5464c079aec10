/** Creates a customer's session through the API calls of the login page. sign-in.spec.ts tests the page itself. */
import { type BrowserContext, request } from '@playwright/test';
import type { Portal } from './portal.ts';

export type Customer = { domain: string; email: string };
export type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

export async function openSession(
  portal: Portal,
  { domain, email }: Customer,
  { isKept = false } = {},
): Promise<Cookies> {
  const browser = await request.newContext({ extraHTTPHeaders: { 'accept-language': 'en-US' } });
  const post = async (path: string, data: object) => {
    const answer = await browser.post(`${portal.url}/api/portal/debtor/${path}`, { data });
    if (!answer.ok()) throw new Error(`${path} refused ${email}: ${await answer.text()}`);
  };
  const asked = { email, domain, isLocal: false, isKept };
  await post(`${encodeURIComponent(email)}/send-email`, asked);
  const { code } = await portal.mailbox.nextSignIn(email);
  await post('auth/code', { domain, code, isKept });
  const { cookies } = await browser.storageState();
  await browser.dispose();
  return cookies;
}
