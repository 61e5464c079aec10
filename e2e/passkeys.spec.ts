/** A customer adds a passkey in the profile and signs in with it the next time (R63). */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { SignIn } from './pages/sign-in.ts';
import { expect, PHONE, test } from './test.ts';

test.use(PHONE);

const { luis } = CUSTOMERS;

/** Chromium's own authenticator in software, with a user who always agrees. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** This authenticator accepts a suggestion at once, so passkeys are suggested only where the address says so. */
async function suggestOnlyBy(page: Page, hash: string): Promise<void> {
  await page.addInitScript((wanted) => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => location.hash === wanted;
  }, hash);
}

test('a passkey is added on one visit and signs in on the next', async ({
  context,
  page,
  portal,
}) => {
  await addAuthenticator(page);
  await suggestOnlyBy(page, '#suggested');
  const signIn = new SignIn(page);
  await page.goto(`${portal.url}/${luis.domain}/auth/login`);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectNoViolations(page, 'the login page with passkeys');
  await signIn.requestLinkFor(luis.email);
  const { code } = await portal.mailbox.nextSignIn(luis.email);
  await signIn.typeCode(code);
  await signIn.expectSignedIn();

  await page.goto(`${portal.url}/${luis.domain}/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const passkeys = page.getByRole('listitem').filter({ hasText: 'Added on' });
  await expect(passkeys).toHaveCount(1);
  await passkeys.getByRole('button', { name: /^Rename / }).click();
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(passkeys.getByText('My phone')).toBeVisible();
  const reminders = page.getByRole('switch', { name: 'Reminders of unpaid invoices' });
  await reminders.click();
  await expect(reminders).toHaveAttribute('aria-checked', 'false');
  await expectNoViolations(page, 'the profile with a passkey');

  await context.clearCookies();
  await page.goto(`${portal.url}/${luis.domain}/auth/login`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signIn.expectSignedIn();

  await context.clearCookies();
  await page.goto(`${portal.url}/${luis.domain}/auth/login#suggested`);
  await signIn.expectSignedIn();

  await page.goto(`${portal.url}/${luis.domain}/profile`);
  const phone = page.getByRole('listitem').filter({ hasText: 'My phone' });
  await expect(phone.getByText('Last used on')).toBeVisible();
  await expect(reminders).toHaveAttribute('aria-checked', 'false');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
});
