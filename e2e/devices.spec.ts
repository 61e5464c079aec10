/** A customer stays signed in on two devices and signs one of them out (R20). On a phone. */
import type { BrowserContext } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { SignIn } from './pages/sign-in.ts';
import type { Portal } from './portal.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

const { luis } = CUSTOMERS;

/** A browser whose session has ended: only the cookie of the device is left. */
async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: 'AccessToken' });
}

async function staySignedIn(portal: Portal, context: BrowserContext) {
  const page = await context.newPage();
  const signIn = new SignIn(page);
  await page.goto(`${portal.url}/${luis.domain}/auth/login`);
  await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check();
  await signIn.requestLinkFor(luis.email);
  const { code } = await portal.mailbox.nextSignIn(luis.email);
  await signIn.typeCode(code);
  await signIn.expectSignedIn();
  return page;
}

test('a device stays signed in until it is signed out from another one', async ({
  browser,
  context,
  portal,
}) => {
  const page = await staySignedIn(portal, context);
  await endSession(context);
  await page.goto(`${portal.url}/${luis.domain}/profile`);
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();

  const other = await browser.newContext(PHONE);
  const otherPage = await staySignedIn(portal, other);
  await page.reload();
  const devices = page.getByRole('listitem').filter({ hasText: 'Last used on' });
  await expect(devices).toHaveCount(2);
  await expectNoViolations(page, 'the devices of a customer');
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBe(0);
  const foreign = devices.filter({ hasNotText: 'This device' });
  await foreign.getByRole('button', { name: /^Sign out / }).click();
  await expect(devices).toHaveCount(1);

  await otherPage.goto(`${portal.url}/${luis.domain}/profile`);
  await expect(new SignIn(otherPage).identifier).toBeVisible();
  await other.close();
});
