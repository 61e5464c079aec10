/**
 * Brands that are hard to read. The portal derives its palette from a company's two colors; the derived palette
 * is read once per brand and then applied to pages without reloading them.
 */
import { expect, type Page } from '@playwright/test';

const BRANDS = {
  'pale yellow': { mainColor: '#FFF6B0', secondaryColor: '#FFE999' },
  'near black': { mainColor: '#0B0B0D', secondaryColor: '#111111' },
} as const;

/** The responses with a company's colors. */
const COMPANY_RESPONSE = /\/api\/portal\/((public|private)\/)?company(\/|$)/;

export type Palette = { name: string; style: string };

async function readPalette(page: Page, url: string, brand: object): Promise<string> {
  await page.route(COMPANY_RESPONSE, async (route) => {
    const response = await route.fetch();
    const body: { company: object } = await response.json();
    await route.fulfill({
      response,
      json: { ...body, company: { ...body.company, ...brand } },
    });
  });
  await page.goto(url);
  const readStyle = () => page.evaluate(() => document.documentElement.style.cssText);
  await expect.poll(readStyle).toContain('--l-brand');
  await page.unroute(COMPANY_RESPONSE);
  return readStyle();
}

/** Each brand as the portal derives it, read from the page of a public link. */
export async function readPalettes(page: Page, url: string): Promise<Palette[]> {
  const palettes: Palette[] = [];
  for (const [name, brand] of Object.entries(BRANDS)) {
    const style = await readPalette(page, url, brand);
    expect(style).toContain(`--l-brand: ${brand.mainColor.toLowerCase()}`);
    palettes.push({ name, style });
  }
  return palettes;
}

/** Returns the function that restores the company's own palette. */
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
