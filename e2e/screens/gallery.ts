/**
 * The component gallery. Its own page is the catalog of component states: brands and popups are read from it,
 * so a new one needs no change here.
 */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ScenarioContext, Width } from './scenario.ts';

const ORIGIN = 'http://gallery.localhost';
const DOCUMENT = '/ui-gallery.html';
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves the built gallery from its folder. */
async function serve(page: Page, dir: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // A sample shows an image that does not exist.
    const body = await readFile(join(dir, pathname)).catch(() => null);
    const contentType = TYPES[extname(pathname)] ?? 'text/plain';
    await route.fulfill(body ? { body, contentType } : { status: 404 });
  });
}

async function open(page: Page, query: Record<string, string> = {}): Promise<void> {
  await page.goto(`${ORIGIN}${DOCUMENT}?${new URLSearchParams(query)}`);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

async function readCatalog(page: Page): Promise<{ brands: string[]; popups: string[] }> {
  await open(page);
  const brands = await page
    .getByRole('navigation', { name: 'Brand' })
    .getByRole('link')
    .allTextContents();
  const openers = await page.getByRole('button', { name: /^Open / }).allTextContents();
  return { brands, popups: openers.map((text) => text.replace(/^Open /, '')) };
}

export async function showGallery(
  { page, show }: Pick<ScenarioContext, 'page' | 'show'>,
  dir: string,
): Promise<void> {
  await serve(page, dir);
  const { brands, popups } = await readCatalog(page);
  const widths: readonly Width[] = ['phone', 'desktop'];
  for (const brand of brands) {
    await open(page, { brand });
    const marker = page.getByRole('heading', { level: 1 });
    await show({ name: `gallery, ${brand}`, marker, widths, isLoading: true });
  }
  for (const popup of popups) {
    await open(page, { open: popup });
    await show({
      name: `gallery, ${popup}`,
      marker: page.getByRole('dialog'),
      widths,
      isLoading: true,
    });
  }
}
