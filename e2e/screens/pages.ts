/** Every page there is: of anybody, of a link that leads nowhere, of a customer. */
import { expect, type Page } from '@playwright/test';
import { SignIn } from '../pages/sign-in.ts';
import type { Scene, Story, Width } from './scene.ts';

const EVERYWHERE: readonly Width[] = ['phone', 'tablet', 'desktop'];

function heading(page: Page, name?: string | RegExp) {
  return page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) }).first();
}

async function anybody({ page, portal, show }: Scene): Promise<void> {
  for (const [name, path] of [
    ['home', '/'],
    ['faq', '/faq'],
    ['privacy policy', '/privacy-policy'],
    ['terms of service', '/terms-of-service'],
    ['resolve', '/resolve'],
    ['resolve, company known', '/resolve?company=harbor'],
    ['not found', '/harbor/nothing/of/the/kind'],
    ['company not found', '/nobody'],
    ['dead link', '/harbor/pay/abcdefghijklmnopqrstuvwxyz234567'],
    ['login', '/harbor/auth/login'],
  ] as const) {
    await page.goto(`${portal.url}${path}`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, sign: page.getByRole('contentinfo'), widths: EVERYWHERE });
  }
  const signIn = new SignIn(page);
  await signIn.askFor('ruth.nobody@example.com');
  await show({ name: 'login, code', sign: signIn.code, widths: EVERYWHERE });
}

async function failures({ page, portal, show }: Scene): Promise<void> {
  await page.route('**/api/portal/public/account/**', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'UNEXPECTED' } }),
  );
  await page.goto(portal.link('harbor', 'HD-1966').url);
  const again = page.getByRole('button', { name: /again/i }).first();
  await show({ name: 'error', sign: again, widths: EVERYWHERE });
}

async function dentist({ page, portal, show }: Scene): Promise<void> {
  const visit = async (name: string, path: string): Promise<void> => {
    await page.goto(`${portal.url}/harbor${path}`);
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, sign: heading(page), widths: EVERYWHERE });
  };
  await visit('invoices', '/invoices');
  await visit('invoices, none found', '/invoices?search=nothing+like+it');
  await visit('invoice', '/invoices/HD-2041');
  await visit('invoice, paid', '/invoices/HD-1902');
  await visit('payments', '/payments');
  await visit('profile', '/profile');
}

async function builder({ page, portal, show }: Scene): Promise<void> {
  const shown = async (name: string): Promise<void> => {
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await show({ name, sign: heading(page), widths: EVERYWHERE });
  };
  await page.goto(`${portal.url}/northwind`);
  await shown('projects');
  await page
    .getByRole('link', { name: /Kitchen remodel/ })
    .first()
    .click();
  for (const tab of ['Invoices', 'Estimates', 'Payments', 'Orders']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel').getByText(/^NW-/).first()).toBeVisible();
    await shown(`project, ${tab.toLowerCase()}`);
  }
  await page.getByRole('checkbox').first().check();
  await shown('project, orders chosen');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/requests\//);
  await shown('request');
  await page.goto(`${portal.url}/northwind`);
  await page
    .getByRole('link', { name: /Backyard deck/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Estimates' }).click();
  await page.getByRole('main').getByRole('link').filter({ hasText: /NW-E/ }).first().click();
  await expect(page).toHaveURL(/\/estimates\//);
  await shown('estimate');
  await page.goto(`${portal.url}/northwind/contracts/all`);
  await shown('contracts');
  await page.goto(`${portal.url}/northwind/invoices/NW-1164`);
  await shown('invoice with a long plan');
}

export const PUBLIC_PAGE_STORIES: readonly Story[] = [
  { title: 'pages of anybody', tell: anybody },
  { title: 'a page that cannot be loaded', tell: failures },
];

/** Each with who is signed in. */
export const PORTAL_PAGE_STORIES: readonly (Story & { domain: string; email: string })[] = [
  {
    title: 'pages of a patient',
    domain: 'harbor',
    email: 'maya.lindqvist@example.com',
    tell: dentist,
  },
  {
    title: 'pages of a builder’s client',
    domain: 'northwind',
    email: 'grace.okafor@example.com',
    tell: builder,
  },
];
