// Starts the public pages: the document without invoices, store or payments.

import './shared/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PublicApp } from './portal/app/public-app.tsx';
import { errorReport } from './portal/store/report-failure.ts';
import { createApiClient } from './shared/api/client.ts';
import { createPrincipalHolder } from './shared/api/principal.ts';
import { savedScheme, showScheme } from './shared/theme/color-scheme.ts';

showScheme(savedScheme());

const client = createApiClient({
  fetch: window.fetch.bind(window),
  principal: createPrincipalHolder(),
});

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element to render into');
createRoot(root, {
  onCaughtError: (error) => void client.call('reportError', { body: errorReport(error) }),
}).render(
  <StrictMode>
    <PublicApp api={client} />
  </StrictMode>,
);
