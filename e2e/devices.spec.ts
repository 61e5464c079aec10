/** A customer stays signed in on two devices and signs out on one of them (R20). */
import type { BrowserContext, Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { expectNoOverflow } from './pages/layout.ts';
import { SignIn } from './pages/sign-in.ts';
import type { Portal } from './portal.ts';
import { openSession } from './session.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import { anyOf, type Texts, toPattern } from './texts.ts';

const { luis } = CUSTOMERS;

async function endSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: 'AccessToken' });
}

async function staySignedIn(portal: Portal, page: Page, texts: Texts): Promise<void> {
  const signIn = new SignIn(page, texts);
  await page.goto(`${portal.url}/${luis.domain}/auth/login`);
  await page.getByRole('checkbox', { name: texts.deviceTexts.keep }).check();
  await signIn.requestLinkFor(luis.email);
  const { code } = await portal.mailbox.nextSignIn(luis.email);
  await signIn.typeCode(code);
  await signIn.expectSignedIn();
}

inEveryLanguage(() => {
  test('a device stays signed in until another device signs it out', async ({
    browser,
    context,
    page,
    portal,
    texts,
  }) => {
    const { deviceTexts, profileTexts } = texts;
    await staySignedIn(portal, page, texts);
    await endSession(context);
    await page.goto(`${portal.url}/${luis.domain}/profile`);
    await expect(page.getByRole('heading', { name: profileTexts.title })).toBeVisible();

    const other = await browser.newContext();
    await other.addCookies(await openSession(portal, luis, { isKept: true }));
    await page.reload();
    const devices = page.getByRole('listitem').filter({ hasText: toPattern(deviceTexts.lastUsed) });
    await expect(devices).toHaveCount(2);
    await expectNoViolations(page, 'the devices of a customer');
    await expectNoOverflow(page);
    const foreign = devices.filter({ hasNotText: deviceTexts.isThisOne });
    await foreign.getByRole('button', { name: anyOf(deviceTexts.removeNamed) }).click();
    await expect(devices).toHaveCount(1);

    const otherPage = await other.newPage();
    await otherPage.goto(`${portal.url}/${luis.domain}/profile`);
    await expect(new SignIn(otherPage, texts).identifier).toBeVisible();
    await other.close();
    // Signing out also forgets the device.
    await new SignIn(page, texts).signOut();
    await page.goto(`${portal.url}/${luis.domain}/profile`);
    await expect(new SignIn(page, texts).identifier).toBeVisible();
  });
});
