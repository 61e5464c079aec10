// The files Stripe serves to browsers: the script a merchant's page loads, the frames of its
// elements, the 3-D Secure challenge, the wallet and the microdeposits page. Any site may embed the
// frames, because the sandbox does not know its merchants' websites.
import { readFileSync } from 'node:fs';
import { type BrowserFile, contentSecurityPolicy } from '../browser-files.ts';
import type { Clock } from '../clock.ts';

const FRAME_HEADERS = {
  'content-security-policy': contentSecurityPolicy('*'),
  'cross-origin-resource-policy': 'cross-origin',
};
const PAGE_HEADERS = { 'content-security-policy': contentSecurityPolicy("'none'") };

const ELEMENT_FILES = [
  'payment.css',
  'payment.js',
  'appearance.js',
  'bank-form.js',
  'card-form.js',
  'fields.js',
  'formats.js',
  'parent.js',
  'requests.js',
  'express.css',
  'express.js',
  'wallet.css',
  'wallet.js',
  'controller.js',
];

const file = (path: string): BrowserFile => ({ path: `/${path}`, file: `stripe/${path}` });
const frame = (path: string): BrowserFile => ({ ...file(path), headers: FRAME_HEADERS });

/** The fields validate expiry dates against the sandbox's clock, not the visitor's. */
function monthOf(clock: Clock): string {
  return new Date(clock.now()).toISOString().slice(0, 7);
}

const SCRIPT_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };
const SCRIPT_FOLDER = new URL('../../public/stripe/script/', import.meta.url);
const SCRIPT_PARTS = ['frames.js', 'element.js', 'elements.js'];

/**
 * A merchant's page loads one classic script, not modules. The sources are modules with imports;
 * concatenated in one block, they do not need the imports.
 */
function joinScript(last: string): string {
  const parts = SCRIPT_PARTS.map((name) => readFileSync(new URL(name, SCRIPT_FOLDER), 'utf8'));
  const plain = [...parts, last].map((text) =>
    text.replace(/^import [^;]*;$/gm, '').replace(/^export /gm, ''),
  );
  return `'use strict';\n{\n${plain.join('\n')}}\n`;
}

export function stripePages(clock: Clock): BrowserFile[] {
  return [
    {
      path: '/endive/stripe.js',
      file: 'stripe/script/stripe.js',
      headers: SCRIPT_HEADERS,
      render: (text) => joinScript(text),
    },
    {
      ...frame('elements/payment.html'),
      render: (text) => text.replace('{{month}}', monthOf(clock)),
    },
    ...ELEMENT_FILES.map((name) => file(`elements/${name}`)),
    frame('elements/express.html'),
    frame('elements/wallet.html'),
    frame('elements/controller.html'),
    frame('3ds/challenge.html'),
    file('3ds/challenge.css'),
    file('3ds/challenge.js'),
    { ...file('microdeposits/verify.html'), headers: PAGE_HEADERS },
    file('microdeposits/verify.js'),
  ];
}
