// Entry of the failure playground's page, which the development program serves. It is not part of the production
// build.

import '../src/shared/theme/theme.css';
import type { Settings } from '@quittance/contract/playground-view';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.tsx';

const root = document.getElementById('root');
const settings: Settings = await (await fetch('/settings')).json();
if (root) createRoot(root).render(<Playground settings={settings} />);
