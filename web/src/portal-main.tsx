// Starts the portal: the document that shows invoices and takes payments.

import './theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PortalApp } from './app/portal-app.tsx';
import { createAppStore } from './state/store.ts';
import { keptScheme, showScheme } from './theme/color-scheme.ts';

showScheme(keptScheme());

const store = createAppStore({
  fetch: window.fetch.bind(window),
  storage: () => window.sessionStorage,
  randomness: window.crypto,
});

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element to render into');
createRoot(root).render(
  <StrictMode>
    <PortalApp store={store} />
  </StrictMode>,
);
