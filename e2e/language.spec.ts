/** Spanish (R50) can be chosen and changed and is remembered, and English readers never load it. */
import type { Page } from '@playwright/test';
import { CUSTOMERS } from './demo-companies.ts';
import { expectNoViolations } from './pages/axe.ts';
import { fieldInFrame } from './pages/fields.ts';
import { expectFits } from './pages/page-states.ts';
import { CARDS } from './pages/public-invoice.ts';
import { isFull, sampledIf } from './scope.ts';
import { expect, PHONE, test } from './test.ts';
import { LANGUAGES } from './texts.ts';

function readScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname);
  });
  return scripts;
}

test.describe('on a phone whose browser is in Spanish', () => {
  test.use({ ...PHONE, language: 'es' });

  test('a payer opens the link, pays by card and reads the result in Spanish (R50)', async ({
    page,
    portal,
  }) => {
    await page.goto((await portal.unpaid('harbor', { dueInDays: -16 })).url);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page).toHaveTitle('Portal de clientes de Harbor Dental');
    await expect(page.getByText(/Vencida hace \d+ días/).first()).toBeVisible();
    await expect(page.getByText('$1,500.00').locator('visible=true').first()).toBeVisible();
    await expectNoViolations(page, 'the invoice in Spanish');
    await page.getByRole('button', { name: 'Pagar ahora' }).locator('visible=true').first().click();
    const popup = page.getByRole('dialog');
    await expect(popup.getByText('Comisión por procesamiento (3% + $0.30)')).toBeVisible();
    await fieldInFrame(page, 'Nombre del titular').fill('Maya Lindqvist');
    await fieldInFrame(page, 'Número de tarjeta').fill(CARDS.pays);
    await fieldInFrame(page, 'Fecha de vencimiento').fill('12 / 34');
    await fieldInFrame(page, 'CVC').fill('123');
    await popup.getByRole('button', { name: 'Confirmar y pagar $1,545.30' }).click();
    await expect(page.getByText('¡Pago realizado!')).toBeVisible();
    await expect(page.getByText('Gracias, recibimos su pago')).toBeVisible();
    await page.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(page.locator('[data-status-badge]', { hasText: 'Pagada' }).first()).toBeVisible();
  });
});

test('an English page loads Spanish only on selection and remembers the selection (R50)', async ({
  page,
  portal,
}) => {
  const { url } = await portal.unpaid('harbor');
  const english = readScripts(page);
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Pay now' }).first()).toBeVisible();
  const spanishDocument = await (await page.request.get(`${url}?lang=es`)).text();
  const named = [...spanishDocument.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const englishDocument = await (await page.request.get(`${url}?lang=en`)).text();
  const onlySpanish = named.filter((path) => path && !englishDocument.includes(path));
  expect(onlySpanish.length).toBeGreaterThan(0);
  expect(english.filter((path) => onlySpanish.includes(path))).toEqual([]);

  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('textbox', { name: 'What would you like to know?' }).fill('Half a ques');
  const chosen = readScripts(page);
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('textbox').locator('visible=true')).toHaveValue('Half a ques');
  await expect(page.getByRole('button', { name: 'Pagar ahora' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(chosen.some((path) => onlySpanish.includes(path))).toBe(true);
  await page.goto(new URL('/faq', url).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preguntas frecuentes');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ');
});

const PUBLIC_PATHS = ['/', '/faq', '/privacy-policy', '/terms-of-service', '/resolve'];
/** These customers have every kind of content: bank accounts, plans, scheduled payments, projects and contracts. */
const SIGNED_IN_PATHS = {
  maya: ['profile', 'invoices', 'invoices/HD-2058', 'invoices/HD-1990', 'invoices/HD-1987'],
  grace: [
    '',
    'contracts/all',
    'invoices',
    'invoices/NW-1183',
    'pay-invoices',
    'payments',
    'upcoming',
    'statement',
    'history',
    'profile',
  ],
} as const;

async function expectToFit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  await expectFits(page, url);
}

for (const language of LANGUAGES)
  test.describe(`In '${language}'`, () => {
    test.use({ language });

    test(
      'no page is wider than its screen',
      sampledIf(language === 'es'),
      async ({ page, portal, signInAs }) => {
        test.slow();
        await expectToFit(page, portal.link('northwind', 'NW-1183').url);
        for (const path of isFull ? [...PUBLIC_PATHS, '/harbor/auth/login'] : [])
          await expectToFit(page, `${portal.url}${path}`);
        // The profile has the longest labels.
        for (const name of isFull ? (['maya', 'grace'] as const) : (['maya'] as const)) {
          const { domain } = CUSTOMERS[name];
          await signInAs(CUSTOMERS[name]);
          for (const path of SIGNED_IN_PATHS[name].slice(0, isFull ? undefined : 1))
            await expectToFit(page, `${portal.url}/${domain}/${path}`);
        }
      },
    );
  });
