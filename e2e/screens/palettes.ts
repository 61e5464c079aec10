/**
 * Brands that are hard to read. The portal itself turns a company's two colours into all the others; it is
 * told other colours once per brand, and what it made of them is put on later pages without loading them.
 */
import { expect, type Page } from '@playwright/test';

const BRANDS = {
  'pale yellow': { mainColor: '#FFF6B0', secondaryColor: '#FFE999' },
  'near black': { mainColor: '#0B0B0D', secondaryColor: '#111111' },
} as const;

/** The answers that carry a company's colours. */
const COMPANY_ANSWER = /\/api\/portal\/((public|private)\/)?company(\/|$)/;

export type Palette = { name: string; style: string };

async function readPalette(page: Page, url: string, brand: object): Promise<string> {
  await page.route(COMPANY_ANSWER, async (route) => {
    const answer = await route.fetch();
    const body: { company: object } = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...body, company: { ...body.company, ...brand } },
    });
  });
  await page.goto(url);
  const readStyle = () => page.evaluate(() => document.documentElement.style.cssText);
  await expect.poll(readStyle).toContain('--l-brand');
  await page.unroute(COMPANY_ANSWER);
  return readStyle();
}

/** Each brand as the portal draws it, from the page behind a link. */
export async function readPalettes(page: Page, url: string): Promise<Palette[]> {
  const palettes: Palette[] = [];
  for (const [name, brand] of Object.entries(BRANDS)) {
    const style = await readPalette(page, url, brand);
    // Light and dark, both from the colours we asked for.
    expect(style).toContain(`--l-brand: ${brand.mainColor.toLowerCase()}`);
    palettes.push({ name, style });
  }
  return palettes;
}

/** Puts a brand on the page; the answer takes it off again. */
export async function wear(page: Page, { style }: Palette): Promise<() => Promise<void>> {
  const own = await page.evaluate((worn) => {
    const { style: root } = document.documentElement;
    const before = root.cssText;
    root.cssText = worn;
    return before;
  }, style);
  return async () => {
    await page.evaluate((before) => {
      document.documentElement.style.cssText = before;
    }, own);
  };
}
