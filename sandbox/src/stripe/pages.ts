// The files that Stripe serves to browsers: the script that a merchant's page loads, the Elements frames, the 3-D
// Secure challenge, the wallet and the microdeposits page.
import {
  type BrowserFile,
  contentSecurityPolicy,
  FRAME_HEADERS,
  fillMonth,
  SCRIPT_HEADERS,
} from '../browser-files.ts';
import type { Clock } from '../clock.ts';

const PAGE_HEADERS = { 'content-security-policy': contentSecurityPolicy("'none'") };

const SCRIPT_PARTS = [
  'common/frames.js',
  'stripe/script/frames.js',
  'stripe/script/element.js',
  'stripe/script/elements.js',
];

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

export function stripePages(clock: Clock): BrowserFile[] {
  return [
    {
      path: '/endive/stripe.js',
      file: 'stripe/script/stripe.js',
      parts: SCRIPT_PARTS,
      headers: SCRIPT_HEADERS,
    },
    { ...frame('elements/payment.html'), render: fillMonth(clock) },
    ...ELEMENT_FILES.map((name) => file(`elements/${name}`)),
    frame('elements/express.html'),
    frame('elements/wallet.html'),
    frame('elements/controller.html'),
    { path: '/3ds/challenge.html', file: 'common/challenge.html', headers: FRAME_HEADERS },
    { path: '/3ds/challenge.css', file: 'common/challenge.css' },
    file('3ds/challenge.js'),
    { ...file('microdeposits/verify.html'), headers: PAGE_HEADERS },
    file('microdeposits/verify.js'),
  ];
}
