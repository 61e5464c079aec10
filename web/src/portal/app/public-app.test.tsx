import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeNetwork } from '../../../test/fake-network.ts';
import { createApiClient } from '../../shared/api/client.ts';
import { createPrincipalHolder } from '../../shared/api/principal.ts';
import { PublicApp } from './public-app.tsx';

afterEach(cleanup);

const HARBOR = { name: 'Harbor Dental', logoUrl: null, domain: 'harbor' };

function openAt(path: string) {
  const network = createFakeNetwork();
  network.answer('GET /api/portal/company?', { body: { success: true, company: null } });
  for (const name of ['harbor', 'Harbor%20Dentel', 'Harbor%20Dental']) {
    network.answer(`GET /api/portal/company?name=${name}`, ({ path: asked }) => ({
      body: { success: true, company: asked.endsWith(`=${name}`) ? HARBOR : null },
    }));
  }
  network.answer('POST /api/portal/resolve', { body: { success: true } });
  const api = createApiClient({ fetch: network.fetch, principal: createPrincipalHolder() });
  window.history.replaceState(null, '', path);
  render(<PublicApp api={api} />);
  return network;
}

const field = (name: string) => screen.getByRole('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send me a link' }));

const COMPANY = 'Company that sent the invoice';
const REFERENCE = 'Invoice or customer reference';
const EMAIL = 'Your email address';

describe('Let’s resolve your invoice (product §2.1, R3)', () => {
  it.each(['/resolve', '/onboarding'])('the resolve page is served at %s', async (path) => {
    openAt(path);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(document.title);
    expect(document.title).toBe("Let's resolve your invoice!");
  });

  it('the resolve form is prefilled from the URL and shows the matching company', async () => {
    openAt('/resolve?company=harbor&customerRef=HDG-1');
    expect(field(REFERENCE)).toHaveProperty('value', 'HDG-1');
    fireEvent.click(await screen.findByRole('button', { name: /Harbor Dental/ }));
    expect(field(COMPANY)).toHaveProperty('value', 'Harbor Dental');
    expect(await screen.findByText('found')).toBeDefined();
  });

  it('the resolve form looks up the company after a pause in typing', async () => {
    const network = openAt('/resolve');
    for (const text of ['Har', 'Harbor Den', 'Harbor Dentel']) type(COMPANY, text);
    expect(await screen.findByRole('button', { name: /Harbor Dental/ })).toBeDefined();
    expect(network.sent.map(({ path }) => path)).toEqual([
      '/api/portal/company?name=Harbor%20Dentel',
    ]);
  });

  it('the resolve form reports missing fields before it is sent', () => {
    const network = openAt('/resolve');
    type(EMAIL, 'maya');
    send();
    expect(screen.getByText('Enter the company that sent the invoice.')).toBeDefined();
    expect(screen.getByText('Enter a reference from the invoice.')).toBeDefined();
    expect(screen.getByText(/Enter an email address/)).toBeDefined();
    expect(network.sent).toEqual([]);
  });

  it('the resolve form shows the same response for any input and keeps the input', async () => {
    const network = openAt('/resolve?company=Nobody%20Ltd&invoiceRef=X-1');
    type(EMAIL, 'maya@example.com');
    send();
    expect(await screen.findByText('If it matches, a link is on its way')).toBeDefined();
    expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      company: 'Nobody Ltd',
      reference: 'X-1',
      email: 'maya@example.com',
    });
    fireEvent.click(screen.getByRole('button', { name: 'Edit your details' }));
    expect(field(EMAIL)).toHaveProperty('value', 'maya@example.com');
  });

  it('the resolve form shows the reason for a failed submission', async () => {
    const network = openAt('/resolve?company=harbor&invoiceRef=X-1');
    network.cut(true);
    type(EMAIL, 'maya@example.com');
    send();
    await waitFor(() => screen.getByText(/No connection/));
  });
});
