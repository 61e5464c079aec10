// Starts the portal: the document that shows invoices and takes payments. The page's first data comes with the
// document or is requested before rendering, so that the page renders once. If the response is slow, the page
// renders first and waits for it. Rendering is split into slices that keep a phone responsive.

import './shared/theme/theme.css';
import './shared/theme/opening.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { openPageAt } from './portal/app/open-page.ts';
import { PortalApp } from './portal/app/portal-app.tsx';
import { reportFailure } from './portal/store/report-failure.ts';
import { createAppStore } from './portal/store/store.ts';
import { answerFirst, takeFirstAnswers } from './shared/api/first-answers.ts';
import { watchDialogHistory } from './shared/hooks/dialog-history.ts';
import { browserClock } from './shared/lib/clock.ts';
import { nextTask } from './shared/lib/next-task.ts';
import { OPENING_MS, STALE_AFTER_MS } from './shared/lib/timings.ts';
import { savedScheme, showScheme } from './shared/theme/color-scheme.ts';

showScheme(savedScheme());
watchDialogHistory();
await nextTask();

const { answers, version } = takeFirstAnswers(document);
const store = createAppStore({
  fetch: answerFirst(window.fetch.bind(window), {
    answers,
    isFresh: () => browserClock.nowMs() - performance.timeOrigin < STALE_AFTER_MS,
  }),
  storage: () => window.sessionStorage,
  randomness: window.crypto,
  documentVersion: version,
});

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element to render into');

await nextTask();
const opening = new Promise((resolve) => setTimeout(resolve, OPENING_MS));
await Promise.race([openPageAt(window.location, store.dispatch), opening]);

const onCaughtError = (error: unknown) => void store.dispatch(reportFailure(error));
startTransition(() =>
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <PortalApp store={store} />
    </StrictMode>,
  ),
);
