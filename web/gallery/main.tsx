// Entry of the component gallery at /__ui (development only, never part of the production build).
// ?brand=harbor|yellow|black|white|navy|rose&theme=light|dark&state=<id of the catalog>

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/shared/theme/theme.css';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { applyBrand } from '../src/shared/theme/apply-brand.ts';
import { setPageIcon } from '../src/shared/theme/page-icon.ts';
import { catalogIndex, findEntry } from './catalog.tsx';
import { toCompany } from './companies.ts';
import { Gallery } from './gallery.tsx';

const query = new URLSearchParams(window.location.search);
const company = toCompany(query.get('brand'));
const theme = query.get('theme');

if (theme) document.documentElement.setAttribute('data-theme', theme);
const palette = brandPalette(company);
applyBrand(palette);
setPageIcon({ ...company, iconUrl: null, palette });

const index = document.createElement('script');
index.type = 'application/json';
index.id = 'catalog';
index.textContent = JSON.stringify(catalogIndex());
document.head.append(index);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery company={company} entry={findEntry(query.get('state'))} />
    </StrictMode>,
  );
}
