// Entry of the component gallery at /__ui (development only, never part of the production build).
// ?brand=harbor|yellow|black|white|navy|rose&theme=light|dark&screen=invoice&open=pay|confirm|…

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/theme/theme.css';
import { applyBrand } from '../src/theme/apply-brand.ts';
import { setPageIcon } from '../src/theme/page-icon.ts';
import { companyOf } from './companies.ts';
import { Gallery } from './gallery.tsx';
import { InvoiceScreen } from './invoice-screen.tsx';

const query = new URLSearchParams(window.location.search);
const company = companyOf(query.get('brand'));
const theme = query.get('theme');

if (theme) document.documentElement.setAttribute('data-theme', theme);
applyBrand(company);
setPageIcon(company);

const root = document.getElementById('root');
if (root) {
  const open = query.get('open');
  createRoot(root).render(
    <StrictMode>
      {query.get('screen') === 'invoice' ? (
        <InvoiceScreen company={company} />
      ) : (
        <Gallery company={company} initiallyOpen={open} />
      )}
    </StrictMode>,
  );
}
