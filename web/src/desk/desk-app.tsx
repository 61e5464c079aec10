// The staff console (R78): choosing a company, signing in, and the pages of a signed-in member. Each page is a chunk.

import { useMemo } from 'react';
import { BrowserRouter, Route, Routes, useParams } from 'react-router';
import type { KeyParts } from '../shared/lib/action-keys.ts';
import { ErrorBoundary } from '../shared/ui/feedback/error-boundary.tsx';
import { NotShown } from '../shared/ui/feedback/not-shown.tsx';
import { ClientContext } from './api/client-context.ts';
import { createDeskClient } from './api/desk-client.ts';
import { deskPages } from './desk-pages.tsx';
import { DESK_HOME } from './paths.ts';
import { CompanyPage } from './session/company-page.tsx';
import { SessionGuard } from './session/session-guard.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

type DeskAppProps = KeyParts & { fetch: typeof globalThis.fetch };

export function DeskApp(parts: DeskAppProps) {
  return (
    <ErrorBoundary fallback={() => <NotShown as="page" onRetry={() => window.location.reload()} />}>
      <BrowserRouter>
        <Routes>
          <Route path={DESK_HOME} element={<CompanyPage />} />
          <Route path={`${DESK_HOME}/:domain/*`} element={<CompanyArea {...parts} />} />
        </Routes>
      </BrowserRouter>
    </ErrorBoundary>
  );
}

function CompanyArea({ fetch, storage, randomness }: DeskAppProps) {
  const { domain = '' } = useParams();
  const client = useMemo(
    () => createDeskClient({ domain, fetch, storage, randomness }),
    [domain, fetch, storage, randomness],
  );
  return (
    <ClientContext value={client}>
      <Routes>
        <Route path="sign-in" element={<SignInPage />} />
        <Route path="*" element={<SignedIn />} />
      </Routes>
    </ClientContext>
  );
}

function SignedIn() {
  return (
    <SessionGuard>
      <Shell>
        <Routes>
          {deskPages.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Shell>
    </SessionGuard>
  );
}
