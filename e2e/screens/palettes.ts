/**
 * Brands with low contrast. The portal derives a palette from a company's two colors; the palette is read once per
 * brand and then applied to pages without reloading them.
 */
import { expect, type Page } from '@playwright/test';
import { type Brand, updateBrand } from '../database.ts';

const BRANDS = {
  'pale yellow': { mainColor: '#FFF6B0', secondaryColor: '#FFE999' },
  'near black': { mainColor: '#0B0B0D', secondaryColor: '#111111' },
} as const;

const OWN_BRAND = { mainColor: '#0f766e', secondaryColor: '#134e4a' };

export type Palette = { name: string; style: string };

async function readPalette(page: Page, url: string, { mainColor }: Brand): Promise<string> {
  await page.goto(url);
  const readStyle = () => page.evaluate(() => document.documentElement.style.cssText);
  await expect.poll(readStyle).toContain(`--l-brand: ${mainColor.toLowerCase()}`);
  return readStyle();
}

export async function readPalettes(
  page: Page,
  { dataDir, domain, url }: { dataDir: string; domain: string; url: string },
): Promise<Palette[]> {
  const palettes: Palette[] = [];
  for (const [name, brand] of Object.entries(BRANDS)) {
    await updateBrand(dataDir, { domain, ...brand });
    palettes.push({ name, style: await readPalette(page, url, brand) });
  }
  await updateBrand(dataDir, { domain, ...OWN_BRAND });
  return palettes;
}

export async function applyPalette(page: Page, { style }: Palette): Promise<() => Promise<void>> {
  const own = await page.evaluate((applied) => {
    const { style: root } = document.documentElement;
    const before = root.cssText;
    root.cssText = applied;
    return before;
  }, style);
  return async () => {
    await page.evaluate((before) => {
      document.documentElement.style.cssText = before;
    }, own);
  };
}
