// The files that Fiserv serves to browsers: the Checkout SDK, the frames of its hosted fields and the two documents
// of 3-D Secure. Fiserv has an allowlist of embedding domains; the sandbox does not.
import {
  type BrowserFile,
  commonFiles,
  FRAME_HEADERS,
  fillMonth,
  SCRIPT_HEADERS,
} from '../browser-files.ts';
import type { Clock } from '../clock.ts';

const SDK_VERSION = '3.5.5';

const FIELD_FILES = ['field.js', 'formats.js', 'styling.js', 'capturing.js'];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function fillForm(text: string, body: unknown): string {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const field = (name: string) => escapeHtml(form.get(name) ?? '');
  const data = `data-token="${field('JWT')}" data-md="${field('MD')}"`;
  // The replacement is a function because "$&" has a special meaning in a replacement string.
  return text.replace('<html ', () => `<html ${data} `);
}

const posted = (path: string, file: string): BrowserFile => ({
  path,
  file,
  method: 'POST',
  headers: FRAME_HEADERS,
  render: (text, { body }) => fillForm(text, body),
});

export function fiservPages(clock: Clock): BrowserFile[] {
  const fields = `/sdk/${SDK_VERSION}/fields`;
  return [
    {
      path: `/sdk/${SDK_VERSION}/checkout.js`,
      file: 'fiserv/checkout.js',
      parts: ['common/frames.js'],
      headers: SCRIPT_HEADERS,
    },
    {
      path: `${fields}/field.html`,
      file: 'fiserv/fields/field.html',
      headers: FRAME_HEADERS,
      // The fields validate expiry dates against the sandbox's clock and sign with it.
      render: (text) => fillMonth(clock)(text).replace('{{now}}', String(clock.now())),
    },
    ...FIELD_FILES.map((name) => ({ path: `${fields}/${name}`, file: `fiserv/fields/${name}` })),
    // The path is relative to the fields, like the shared files in the source folder.
    ...commonFiles('/sdk/common'),
    posted('/3ds/step-up', 'common/challenge.html'),
    posted('/3ds/collect', 'fiserv/3ds/collect.html'),
    { path: '/3ds/challenge.css', file: 'common/challenge.css' },
    { path: '/3ds/challenge.js', file: 'fiserv/3ds/challenge.js' },
    { path: '/3ds/collect.js', file: 'fiserv/3ds/collect.js' },
  ];
}
