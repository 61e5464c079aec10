import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { company, createWorld, LINK } from '../../../test/fixtures.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { toastShown } from '../store/toasts.ts';
import { customerArea } from './area.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PortalApp } from './portal-app.tsx';

/** The chunk is transformed on its first import, which takes long on a busy machine. */
beforeAll(async () => void (await customerArea.load()), 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function openAt(path: string, brand = company()) {
  const world = createWorld();
  world.serve('company/harbor', { success: true, company: brand });
  window.history.replaceState(null, '', path);
  render(<PortalApp store={world.store} />);
  return world;
}

describe('The portal (product §1.4, §2.1)', () => {
  it("the portal's title is the company's name, and until it is loaded the served one", async () => {
    document.title = 'Served title';
    openAt(hrefTo(PORTAL_PAGES.payLink, LINK));
    expect(document.title).toBe('Served title');
    await waitFor(() => expect(document.title).toBe('Harbor Dental customer portal'));
  });

  it('every page has the privacy notice with its link (product §1.6)', async () => {
    openAt(hrefTo(PORTAL_PAGES.payLink, LINK));
    expect(screen.getByText(/account information is private and stored securely/)).toBeDefined();
    const link = screen.getByRole('link', { name: 'privacy policy' });
    expect(link.getAttribute('href')).toBe('/privacy-policy');
  });

  it('an unknown page of a portal keeps its brand and title', async () => {
    openAt('/harbor/nothing/here');
    expect(await screen.findByText("We can't find this page")).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Harbor Dental customer portal'));
    expect(screen.getByRole('banner').textContent).toContain('Harbor Dental');
  });

  it('a page of an unknown company reports a missing company, not a missing page', async () => {
    const { network } = openAt('/nobody/nothing/here');
    expect(screen.queryByText("We can't find this page")).toBeNull();
    network.answer('GET /api/portal/company/nobody', {
      status: 404,
      body: { success: false, message: 'COMPANY_NOT_FOUND' },
    });
    expect(await screen.findByText("We can't find this company")).toBeDefined();
    expect(screen.queryByText("We can't find this page")).toBeNull();
  });

  it('the footer shows the legal name and the dba of the company', async () => {
    openAt('/harbor/nothing/here', company({ dba: 'Harbor Smiles' }));
    const names = 'Harbor Dental Group LLC, doing business as Harbor Smiles';
    expect(await screen.findByText(names)).toBeDefined();
  });

  it('the portal renders toasts', async () => {
    const { store } = openAt(hrefTo(PORTAL_PAGES.payLink, LINK));
    store.dispatch(toastShown({ tone: 'info', text: 'Payment is processing' }));
    await waitFor(() => screen.getByText('Payment is processing'));
    expect(store.getState().toasts.list).toEqual([]);
  });
});

describe('Render error (product §2.20)', () => {
  it('a render error shows the fallback and is reported', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const reported: unknown[] = [];
    const failure = new Error('no such field');
    const Broken = (): never => {
      throw failure;
    };
    render(
      <PageBoundary>
        <Broken />
      </PageBoundary>,
      { onCaughtError: (error) => reported.push(error) },
    );
    expect(screen.getByText('Something went wrong.')).toBeDefined();
    expect(reported).toEqual([failure]);
  });
});
