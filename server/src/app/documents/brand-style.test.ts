import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { describe, expect, it } from 'vitest';
import { withBrand } from './brand-style.ts';

const palette = brandPalette({ mainColor: '#0f766e' });

describe('The colors of a document', () => {
  it('a document has the colors of the company in both color schemes before the first paint', () => {
    const html = withBrand('<head></head>', { name: 'Harbor', palette });
    expect(html).toMatch(/^<head><style>:root:root\{.*\}<\/style><\/head>$/);
    expect(html).toContain(`--l-brand:${palette.light.brand};`);
    expect(html).toContain(`--d-brand-fill:${palette.dark['brand-fill']};`);
  });

  it('a document has the initials of the company as its icon, whatever its name contains', () => {
    const link = '<link id="page-icon" rel="icon" href="/assets/icon.svg" />';
    const html = withBrand(`<head>${link}</head>`, { name: '"Harbor" $& Dental', palette });
    const [, icon = ''] = /href="data:image\/svg\+xml,([^"]*)"/.exec(html) ?? [];
    expect(decodeURIComponent(icon)).toContain('>HD</text>');
    expect(html).not.toContain('icon.svg');
  });

  it('a document omits a stored value that is not a color', () => {
    const hostile = { ...palette.light, brand: '#0f766e}</style><script>' };
    const html = withBrand('<head></head>', {
      name: 'Harbor',
      palette: { ...palette, light: hostile },
    });
    expect(html).not.toContain('script');
    expect(html).not.toContain('--l-brand:');
  });
});
