/**
 * The color palette of a company's brand: CSS custom properties for light and dark mode, computed when the brand is
 * saved.
 */
import { z } from 'zod';

export const BRAND_VARIABLES = [
  'brand',
  'brand-badge-text',
  'brand-fill',
  'brand-fill-hover',
  'brand-on-fill',
  'brand-strong',
  'brand-tint',
  'brand-tint-strong',
  'accent',
  'accent-strong',
  'page',
  'surface',
  'raised',
  'sunken',
  'hairline',
  'control-border',
  'text',
  'text-muted',
  'text-subtle',
] as const;
export type BrandVariable = (typeof BRAND_VARIABLES)[number];

const paletteSchema = z.record(z.enum(BRAND_VARIABLES), z.string().regex(/^#[0-9a-f]{6}$/));

export const brandPaletteSchema = z.object({ light: paletteSchema, dark: paletteSchema });
export type BrandPalette = z.infer<typeof brandPaletteSchema>;
