/**
 * The component gallery. Its page contains the catalog of component states, so a new state needs no change here.
 */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ScenarioContext, Screen } from './scenario.ts';

const ORIGIN = 'http://gallery.localhost';
const DOCUMENT = '/ui-gallery.html';
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

async function serve(page: Page, dir: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    // One sample deliberately shows an image that does not exist.
    const body = await readFile(join(dir, pathname)).catch(() => null);
    const contentType = TYPES[extname(pathname)] ?? 'text/plain';
    await route.fulfill(body ? { body, contentType } : { status: 404 });
  });
}

async function open(page: Page, query: Record<string, string> = {}): Promise<void> {
  await page.goto(`${ORIGIN}${DOCUMENT}?${new URLSearchParams(query)}`);
  await expect(page.locator('#root > *').first()).toBeVisible();
}

type Catalog = {
  brands: string[];
  states: { id: string; title: string; isOverlay: boolean }[];
};

async function readCatalog(page: Page): Promise<Catalog> {
  await open(page);
  const text = await page.locator('script#catalog').textContent();
  // The cast is safe because the gallery writes the element in this shape.
  return JSON.parse(text ?? '') as Catalog;
}

export async function showGallery(
  { page, show }: Pick<ScenarioContext, 'page' | 'show'>,
  dir: string,
): Promise<void> {
  await serve(page, dir);
  const { brands, states } = await readCatalog(page);
  const screens: readonly Screen[] = ['phone', 'desktop'];
  for (const brand of brands) {
    await open(page, { brand });
    const marker = page.getByRole('heading', { level: 1 });
    await show({ name: `gallery, ${brand}`, marker, screens, isLoading: true });
  }
  for (const { id, title } of states.filter(({ isOverlay }) => isOverlay)) {
    await open(page, { state: id });
    const marker = page
      .getByRole('dialog')
      .or(page.locator(`[data-state="${id}"]`))
      .first();
    await show({ name: `gallery, ${title}`, marker, screens, isLoading: true });
  }
}
