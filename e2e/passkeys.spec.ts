/** A customer adds a passkey in the profile and signs in with it next time (R63). */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { addAuthenticator } from './pages/authenticator.ts';
import { expectNoViolations } from './pages/axe.ts';
import { expectNoOverflow } from './pages/layout.ts';
import { SignIn } from './pages/sign-in.ts';
import { expect, inEveryLanguage, test } from './test.ts';
import { anyOf, toPattern } from './texts.ts';

const { luis } = CUSTOMERS;

/**
 * This authenticator accepts suggestions immediately, so passkeys are suggested only if the URL contains this hash.
 */
async function suggestOnlyBy(page: Page, hash: string): Promise<void> {
  await page.addInitScript((wanted) => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => location.hash === wanted;
  }, hash);
}

inEveryLanguage(() => {
  test('a customer adds a passkey on one visit and uses it on the next', async ({
    context,
    page,
    portal,
    signInAs,
    texts,
  }) => {
    const { passkeyTexts, mailPreferenceTexts } = texts;
    const login = `${portal.url}/${luis.domain}/auth/login`;
    const withPasskey = page.getByRole('button', { name: passkeyTexts.signIn });
    await addAuthenticator(page);
    await suggestOnlyBy(page, '#suggested');
    const signIn = new SignIn(page, texts);
    await page.goto(login);
    await expect(withPasskey).toBeVisible();
    await expectNoViolations(page, 'the login page with passkeys');
    await expectNoOverflow(page);

    await signInAs(luis);
    await page.goto(`${portal.url}/${luis.domain}/profile`);
    await page.getByRole('button', { name: passkeyTexts.add }).click();
    const added = toPattern(passkeyTexts.createdOn);
    const passkeys = page.getByRole('listitem').filter({ hasText: added });
    await expect(passkeys).toHaveCount(1);
    await passkeys.getByRole('button', { name: anyOf(passkeyTexts.renameNamed) }).click();
    await page.getByRole('textbox', { name: passkeyTexts.name }).fill('My phone');
    await page.getByRole('button', { name: passkeyTexts.save, exact: true }).click();
    await expect(passkeys.getByText('My phone')).toBeVisible();
    const reminders = page.getByRole('switch', { name: mailPreferenceTexts.names.REMINDERS });
    const were = (await reminders.getAttribute('aria-checked')) === 'true';
    await reminders.click();
    await expect(reminders).toHaveAttribute('aria-checked', String(!were));
    await expectNoViolations(page, 'the profile with a passkey');
    await expectNoOverflow(page);

    await context.clearCookies();
    await page.goto(login);
    await withPasskey.click();
    await signIn.expectSignedIn();

    await context.clearCookies();
    await page.goto(`${login}#suggested`);
    await signIn.expectSignedIn();

    await page.goto(`${portal.url}/${luis.domain}/profile`);
    const phone = page.getByRole('listitem').filter({ hasText: 'My phone' });
    await expect(phone.getByText(toPattern(passkeyTexts.lastUsed))).toBeVisible();
    await expect(reminders).toHaveAttribute('aria-checked', String(!were));
    await page.getByRole('button', { name: passkeyTexts.removeNamed('My phone') }).click();
    await page.getByRole('button', { name: passkeyTexts.remove, exact: true }).click();
    await expect(page.getByText(passkeyTexts.none)).toBeVisible();
  });
});
