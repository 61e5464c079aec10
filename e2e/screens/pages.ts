/** Every page: public pages, failed pages, and the pages of a signed-in customer. */
import { expect, type Page } from '@playwright/test';
import { CUSTOMERS } from '../demo-companies.ts';
import { dropFirstAnswers } from '../pages/first-answers.ts';
import { SignIn } from '../pages/sign-in.ts';
import type { Customer } from '../session.ts';
import { anyOf } from '../texts.ts';
import type { Scenario, ScenarioContext } from './scenario.ts';

function heading(page: Page, name?: string | RegExp) {
  return page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) }).first();
}

async function publicPages({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  for (const [name, path] of [
    ['home', '/'],
    ['faq', '/faq'],
    ['privacy policy', '/privacy-policy'],
    ['terms of service', '/terms-of-service'],
    ['resolve', '/resolve'],
    ['resolve, company known', '/resolve?company=harbor'],
    ['not found', '/harbor/no/such/page'],
    ['company not found', '/unknown'],
    ['expired link', '/harbor/pay/abcdefghijklmnopqrstuvwxyz234567'],
    ['login', '/harbor/auth/login'],
  ] as const) {
    await page.goto(`${portal.url}${path}`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, marker: page.getByRole('contentinfo') });
  }
  const signIn = new SignIn(page, texts);
  await signIn.requestLinkFor('unknown@example.com');
  await show({ name: 'login, code', marker: signIn.code });
}

async function failedPage({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  await dropFirstAnswers(page);
  await page.route('**/api/portal/public/account/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'UNEXPECTED' } }),
  );
  await page.goto(portal.link('harbor', 'HD-1966').url);
  const retry = page.getByRole('button', { name: texts.uiTexts.tryAgain }).first();
  await show({ name: 'error', marker: retry });
}

async function patient({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const popup = page.getByRole('dialog');
  const visit = async (name: string, path: string): Promise<void> => {
    await page.goto(`${portal.url}/harbor${path}`);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, marker: heading(page) });
  };
  await visit('invoices', '/invoices');
  await visit('invoices, none found', '/invoices?search=nothing+like+it');
  await visit('invoice', '/invoices/HD-2041');
  await visit('invoice, paid', '/invoices/HD-1902');
  await visit('payments', '/payments');
  await visit('statement', '/statement');
  await visit('statement, nothing', '/statement?from=2001-01-01&to=2001-12-31');
  await visit('history', '/history');
  await visit('profile', '/profile');
  await visit('upcoming', '/upcoming');
  await visit('several invoices', '/pay-invoices');
  await page.getByRole('button', { name: texts.payInvoicesTexts.submit }).click();
  const payNow = page.getByRole('button', { name: texts.requestTexts.payNow });
  await show({ name: 'several invoices, request', marker: payNow.first() });
  await payNow.locator('visible=true').first().click();
  const confirm = popup.getByRole('button', { name: anyOf(texts.checkoutTexts.button.full) });
  await show({ name: 'several invoices, PAY', marker: confirm });
}

async function profileForms({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { contactsTexts, profileTexts, signInTexts } = texts;
  await page.goto(`${portal.url}/harbor/profile`);
  await page.getByRole('button', { name: contactsTexts.addOne }).click();
  await page.getByRole('button', { name: profileTexts.edit }).first().click();
  const save = page.getByRole('button', { name: profileTexts.save });
  await show({ name: 'profile, forms', marker: save.first() });
  await page.route('**/api/portal/**', (route) =>
    route.fulfill({ status: 401, json: { success: false, message: 'UNAUTHORIZED' } }),
  );
  await save.first().click();
  const dialog = page.getByRole('dialog', { name: signInTexts.again.title });
  await show({ name: 'sign in again', marker: dialog });
}

async function buildersClient({ page, portal, texts, show }: ScenarioContext): Promise<void> {
  const { tabs } = texts.projectsTexts;
  const shown = async (name: string): Promise<void> => {
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, marker: heading(page) });
  };
  const payNow = page.getByRole('button', { name: texts.requestTexts.payNow });
  const pay = async (name: string): Promise<void> => {
    await payNow.locator('visible=true').first().click();
    const popup = page.getByRole('dialog');
    const confirm = popup.getByRole('button', { name: texts.checkoutTexts.button.other });
    await show({ name, marker: confirm });
  };
  await page.goto(`${portal.url}/northwind`);
  await shown('projects');
  await page
    .getByRole('link', { name: /Kitchen remodel/ })
    .first()
    .click();
  for (const part of ['invoices', 'estimates', 'payments', 'orders'] as const) {
    await page.getByRole('tab', { name: tabs[part] }).click();
    await expect(page.getByRole('tabpanel').getByText(/^NW-/).first()).toBeVisible();
    await shown(`project, ${part}`);
  }
  await page.getByRole('checkbox').first().check();
  await shown('project, orders chosen');
  await page.getByRole('button', { name: texts.ordersTexts.submit }).click();
  await expect(page).toHaveURL(/\/requests\//);
  await shown('request');
  await pay('request, PAY');
  for (const [name, project, estimate] of [
    ['estimate, draft', /Backyard deck/, 'NW-E-411'],
    ['estimate', /Kitchen remodel/, 'NW-E-402'],
  ] as const) {
    await page.goto(`${portal.url}/northwind`);
    await page.getByRole('link', { name: project }).first().click();
    await page.getByRole('tab', { name: tabs.estimates }).click();
    await page.getByRole('main').getByRole('link', { name: estimate, exact: true }).click();
    await expect(page).toHaveURL(/\/estimates\//);
    await shown(name);
  }
  await page.getByRole('button', { name: texts.estimateTexts.accept }).click();
  await expect(payNow.locator('visible=true').first()).toBeVisible();
  await shown('estimate, accepted');
  await pay('estimate, PAY');
  await page.goto(`${portal.url}/northwind/contracts/all`);
  await shown('contracts');
  await page.goto(`${portal.url}/northwind/invoices/NW-1164`);
  await shown('invoice with a long plan');
}

export const PUBLIC_PAGE_SCENARIOS: readonly Scenario[] = [
  { title: 'public pages', run: publicPages },
  { title: 'a failed page', run: failedPage },
];

export const CUSTOMER_PAGE_SCENARIOS: readonly (Scenario & { customer: Customer })[] = [
  {
    title: 'pages of a patient',
    customer: CUSTOMERS.maya,
    run: patient,
  },
  {
    title: 'forms of the profile',
    customer: CUSTOMERS.maya,
    run: profileForms,
  },
  {
    title: 'pages of a builder’s client',
    customer: CUSTOMERS.grace,
    run: buildersClient,
  },
];
