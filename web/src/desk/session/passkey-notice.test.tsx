import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PasskeyNotice } from './passkey-notice.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['127.0.0.1', true, /Open it at a name/],
  ['[::1]', true, /Open it at a name/],
  ['portal.internal', false, /Open it over https/],
  ['localhost', true, /does not support passkeys/],
])('a page at %s says why passkeys cannot work', (hostname, isSecureContext, text) => {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('isSecureContext', isSecureContext);
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(render(<PasskeyNotice />).container.textContent).toMatch(text);
});

it('a page where passkeys work says nothing', () => {
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  expect(render(<PasskeyNotice />).container.textContent).toBe('');
});
