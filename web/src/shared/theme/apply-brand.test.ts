import { initialsIcon, PAGE_ICON_ID } from '@quittance/contract/companies/initials-icon';
import { toInitials } from '@quittance/contract/initials';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { applyBrand } from './apply-brand.ts';
import { setPageIcon } from './page-icon.ts';

afterEach(() => {
  document.head.replaceChildren();
  document.documentElement.removeAttribute('style');
});

describe('Applying a brand (product §1)', () => {
  it('a brand sets every variable on the root element', () => {
    applyBrand(brandPalette({ mainColor: '#0f766e' }));
    const style = document.documentElement.style;
    const { light, dark } = brandPalette({ mainColor: '#0f766e' });
    for (const [name, value] of Object.entries(light))
      expect(style.getPropertyValue(`--l-${name}`)).toBe(value);
    for (const [name, value] of Object.entries(dark))
      expect(style.getPropertyValue(`--d-${name}`)).toBe(value);
  });

  it("a brand colors the browser's bars like the header", () => {
    document.head.innerHTML =
      '<meta name="theme-color" data-scheme="light" content="">' +
      '<meta name="theme-color" data-scheme="dark" content="">';
    applyBrand(brandPalette({ mainColor: '#0f766e' }));
    const contents = [...document.querySelectorAll('meta')].map((meta) => meta.content);
    expect(contents).toEqual(['#ffffff', '#171f1e']);
  });

  it('a brand replaces the previous brand', () => {
    applyBrand(brandPalette({ mainColor: '#0f766e' }));
    applyBrand(brandPalette({ mainColor: '#1e3a8a' }));
    expect(document.documentElement.style.getPropertyValue('--l-brand')).toBe('#1e3a8a');
  });
});

describe('Page icon (product §1)', () => {
  const palette = brandPalette({ mainColor: '#0f766e' });

  it('the page icon is the initials until the logo of the company is loaded', () => {
    const logos: HTMLImageElement[] = [];
    vi.stubGlobal('Image', function Logo() {
      const logo = document.createElement('img');
      logos.push(logo);
      return logo;
    });
    document.head.innerHTML = `<link id="${PAGE_ICON_ID}" rel="icon" href="data:,">`;
    const company = { name: 'Harbor Dental', iconUrl: '/logos/harbor.png', palette };
    setPageIcon(company);
    const href = () => document.getElementById(PAGE_ICON_ID)?.getAttribute('href');
    expect(href()).toBe(initialsIcon(company));
    logos[0]?.dispatchEvent(new Event('load'));
    expect(href()).toBe('/logos/harbor.png');
    vi.unstubAllGlobals();
  });

  it('the page icon falls back to the initials, whatever the name contains', () => {
    const href = initialsIcon({ name: '<b>"Quoted" & Sons', palette });
    const svg = decodeURIComponent(href.replace('data:image/svg+xml,', ''));
    expect(svg).toContain('>BQ</text>');
    expect(svg).toContain('fill="#0f766e"');
  });
});

describe('Initials', () => {
  it.each([
    ['Harbor Dental', 'HD'],
    ['northwind', 'N'],
    ['  Élan & Öst Partners ', 'ÉÖ'],
    ['7 Seas', '7S'],
    ['—', '•'],
    ['', '•'],
  ])('the name %j has the initials %s', (name, initials) => {
    expect(toInitials(name)).toBe(initials);
  });
});
