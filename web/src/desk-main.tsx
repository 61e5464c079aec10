// Starts the staff console.

import './shared/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createDeskRouter, DeskApp } from './desk/desk-app.tsx';
import { watchDialogHistory } from './shared/hooks/dialog-history.ts';
import { savedScheme, showScheme } from './shared/theme/color-scheme.ts';

showScheme(savedScheme());
watchDialogHistory();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element to render into');

const router = createDeskRouter({
  fetch: window.fetch.bind(window),
  storage: () => window.localStorage,
  randomness: window.crypto,
});

createRoot(root).render(
  <StrictMode>
    <DeskApp router={router} />
  </StrictMode>,
);
