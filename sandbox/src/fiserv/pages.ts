// The files Fiserv serves to browsers: the Checkout SDK, the frames of its hosted fields and the
// two documents of 3-D Secure. Any site may embed the frames, because the sandbox does not know its
// merchants' websites; Fiserv keeps an allow list of domains.
import { type BrowserFile, contentSecurityPolicy } from '../browser-files.ts';
import type { Clock } from '../clock.ts';

export const SDK_VERSION = '3.5.5';

const FRAME_HEADERS = {
  'content-security-policy': contentSecurityPolicy('*'),
  'cross-origin-resource-policy': 'cross-origin',
};

const FIELD_FILES = ['field.css', 'field.js', 'formats.js', 'styling.js', 'capturing.js'] as const;
const STEP_UP_FILES = ['step-up.css', 'step-up.js', 'collect.js'] as const;

/** The fields validate expiry dates against the sandbox's calendar and sign with its clock. */
function fillTime(text: string, clock: Clock): string {
  const now = clock.now();
  const month = new Date(now).toISOString().slice(0, 7);
  return text.replace('{{month}}', month).replace('{{now}}', String(now));
}

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

/** Fills in the posted form, as parsed by the content type parser of this scope. */
function fillForm(text: string, body: unknown): string {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const field = (name: string) => escapeHtml(form.get(name) ?? '');
  return text.replace('{{token}}', field('JWT')).replace('{{md}}', field('MD'));
}

export function fiservPages(clock: Clock): BrowserFile[] {
  const fields = `/sdk/${SDK_VERSION}/fields`;
  return [
    {
      path: `/sdk/${SDK_VERSION}/checkout.js`,
      file: 'fiserv/checkout.js',
      headers: { 'cross-origin-resource-policy': 'cross-origin' },
    },
    {
      path: `${fields}/field.html`,
      file: 'fiserv/fields/field.html',
      headers: FRAME_HEADERS,
      render: (text) => fillTime(text, clock),
    },
    ...FIELD_FILES.map((name) => ({ path: `${fields}/${name}`, file: `fiserv/fields/${name}` })),
    ...(['step-up', 'collect'] as const).map((name) => ({
      path: `/3ds/${name}`,
      file: `fiserv/3ds/${name}.html`,
      method: 'POST' as const,
      headers: FRAME_HEADERS,
      render: (text: string, { body }: { body: unknown }) => fillForm(text, body),
    })),
    ...STEP_UP_FILES.map((name) => ({ path: `/3ds/${name}`, file: `fiserv/3ds/${name}` })),
  ];
}
