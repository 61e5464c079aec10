// Starts the staff console.

import './shared/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DeskApp } from './desk/desk-app.tsx';
import { watchDialogHistory } from './shared/hooks/dialog-history.ts';
import { savedScheme, showScheme } from './shared/theme/color-scheme.ts';

showScheme(savedScheme());
watchDialogHistory();

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element to render into');

const fetchHere = window.fetch.bind(window);

createRoot(root).render(
  <StrictMode>
    <DeskApp fetch={fetchHere} storage={() => window.localStorage} randomness={window.crypto} />
  </StrictMode>,
);
