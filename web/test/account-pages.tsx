// For tests only: renders account pages of a signed-in customer on a fake network.

import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { companyRead } from '../src/portal/store/reads.ts';
import { company, createWorld } from './fixtures.ts';

export const CUSTOMER_ID = '3a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

type AccountPages = Readonly<Record<string, ComponentType>>;

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

export function openAccount(
  pages: AccountPages,
  path: string,
  terms: Parameters<typeof company>[0] = {},
) {
  const world = createWorld();
  world.serve('private/company', { success: true, company: company(terms) });
  void world.store.dispatch(companyRead.load({ route: 'privateCompany' }));
  const show = () =>
    render(
      <Provider store={world.store}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            {Object.entries(pages).map(([pattern, Page]) => (
              <Route key={pattern} path={pattern} element={<Page />} />
            ))}
            <Route path="*" element={null} />
          </Routes>
          <Address />
        </MemoryRouter>
      </Provider>,
    );
  return { ...world, show };
}
