/** Spanish at run time (R50): chosen, changed and remembered, and never loaded by who reads English. */
import type { Page } from '@playwright/test';
import { expectNoViolations } from './pages/axe.ts';
import { fieldInFrame } from './pages/fields.ts';
import { CARDS } from './pages/public-invoice.ts';
import { expect, PHONE, test } from './test.ts';

/** The scripts that the page has asked for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname);
  });
  return scripts;
}

test.describe('on a phone whose browser is in Spanish', () => {
  test.use({ ...PHONE, locale: 'es-US' });

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
    await expect(popup.getByText('Cargo por procesamiento (3% + $0.30)')).toBeVisible();
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

test('English never loads the other language; choosing it does, and it is remembered (R50)', async ({
  page,
  portal,
}) => {
  const { url } = await portal.unpaid('harbor');
  const english = scriptsOf(page);
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Pay now' }).first()).toBeVisible();
  const spanishDocument = await (await page.request.get(`${url}?lang=es`)).text();
  const named = [...spanishDocument.matchAll(/"(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const englishDocument = await (await page.request.get(`${url}?lang=en`)).text();
  const onlySpanish = named.filter((path) => path && !englishDocument.includes(path));
  expect(onlySpanish.length).toBeGreaterThan(0);
  expect(english.filter((path) => onlySpanish.includes(path))).toEqual([]);

  const chosen = scriptsOf(page);
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page.getByRole('button', { name: 'Pagar ahora' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(chosen.some((path) => onlySpanish.includes(path))).toBe(true);
  await page.goto(new URL('/faq', url).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preguntas frecuentes');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQ');
});
