// The palette of a company, computed in the browser. The only caller of brandPalette in the web app.

import { type BrandPalette, brandPalette } from '@quittance/domain/brand/brand-palette';

export type CompanyColors = Parameters<typeof brandPalette>[0];

/** Computed once per company, for the page and for its icon. */
const palettes = new WeakMap<CompanyColors, BrandPalette>();

export function companyPalette(company: CompanyColors): BrandPalette {
  const palette = palettes.get(company) ?? brandPalette(company);
  palettes.set(company, palette);
  return palette;
}
