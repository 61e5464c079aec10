/**
 * Requests that anyone can send and that cost the server as much as possible: texts that look like card numbers,
 * deep and wide JSON, texts on which a careless regular expression is slow, long addresses, headers and cookies.
 */

import { DESK_ROUTES } from '@quittance/contract/desk-routes';
import { DESK_BASE } from '@quittance/contract/http/desk-route';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import type { z } from 'zod';
import { BODY_BYTES_MAX, bodyBytesMax } from '../../src/platform/http/body-limit.ts';

const UUID = '0b5a6f0e-6a0c-4a55-9d9f-6a3c2f1f8e10';

/** Each text is repeated up to the length that the route accepts. */
const TEXTS = [
  '4 ',
  '4',
  '4242 4242 4242 4241 ',
  '4 4 4 4 4 4 4 4 4 4 4 4 a',
  '42424242-4242-4242-8242-42424242424',
  '%34',
  '\u0664 ',
  '\u{1d7d2}',
  ' ',
  '1 ',
  'a',
  'a.',
  'a@',
  'a-',
  '\\n',
  '\u0301',
  '4a',
  ' +4',
  '\\u0034 ',
  '%20%34',
  '\u0344',
  'http://a.',
  '\n\t',
];

const BODIES: readonly ((bytes: number) => string)[] = [
  (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  (bytes) => `[${'[4],'.repeat(bytes / 4 - 2)}4]`,
  (bytes) => `[${'4,'.repeat(bytes / 2 - 2)}4]`,
  (bytes) => `[${'"4242",'.repeat(bytes / 7 - 1)}4]`,
  (bytes) => `{${'"a":{'.repeat(bytes / 7)}"a":4${'}'.repeat(bytes / 7)}}`,
  (bytes) => `{${Array.from({ length: bytes / 12 }, (_, at) => `"k${at}":4`).join(',')}}`,
  (bytes) => `{"constructor":{"prototype":[${'{},'.repeat(bytes / 3 - 20)}{}]}}`,
  (bytes) => `"${'4 '.repeat(bytes / 2 - 1)}"`,
  (bytes) => '4'.repeat(bytes - 2),
  (bytes) =>
    `{${Array.from({ length: bytes / 12 }, (_, at) => `"${(at * 2 + 1) * 1024}":4`).join(',')}}`,
  (bytes) => `{"${'4 '.repeat(bytes / 2 - 6)}":4}`,
  (bytes) => `[${'1e308,'.repeat(bytes / 6 - 2)}4]`,
  (bytes) => `[${'"4a4a4a4a4a4a4a",'.repeat(bytes / 17 - 1)}4]`,
];

type Open = { method: string; path: string; who: string; body?: z.ZodType };

const filled = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'processor' ? 'stripe' : UUID));

const PORTAL: readonly Open[] = Object.values(ROUTES).map((route) => ({
  ...route,
  path: `/api${filled(route.path.replace('{product}', 'portal'))}`,
}));

const OPEN: readonly Open[] = [
  ...PORTAL,
  ...Object.values(DESK_ROUTES).map((route) => ({
    ...route,
    path: `${DESK_BASE}${filled(route.path)}`,
  })),
  ...Object.values(PROVIDER_ROUTES).map(({ method, path }) => ({
    method,
    who: 'key',
    path: `${PROVIDER_BASE}${filled(path)}`,
  })),
].filter(({ method }) => method !== 'GET');

const HEAD = 'host: portal.test\r\nx-quittance-desk: harbor\r\norigin: http://portal.test\r\n';

function requestWith({ method, path }: Open, body: string): Buffer {
  const bytes = Buffer.from(body);
  const head = `${method} ${path} HTTP/1.1\r\n${HEAD}content-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Puts a long text into every field, so that each field's validation has to process it. */
function textIn({ body }: Open, text: string, bytes: number): string {
  const { shape = { note: null } } = (body ?? {}) as { shape?: object }; // because only objects have a shape
  const names = Object.keys(shape);
  const each = bytes / names.length - 20;
  const long = text.repeat(Math.max(1, Math.floor(each / Buffer.byteLength(JSON.stringify(text)))));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, long])));
}

function toBodies(route: Open, bytes: number): string[] {
  return [
    ...TEXTS.map((text) => textIn(route, text, bytes)),
    ...BODIES.map((make) => make(Math.max(100, bytes))),
  ];
}

/** A route that is open to anyone gets all bodies. A route that requires credentials gets a rotating subset. */
function chosenBodies(route: Open, index: number): string[] {
  const own = toBodies(route, bodyBytesMax(route.body) - 64);
  const largest = toBodies(route, BODY_BYTES_MAX - 64);
  if (route.who === 'anyone') return [...own, ...largest];
  return [...own, ...largest].filter((_, at) => at % 17 === index % 17);
}

const HEADER_BYTES = 15_000;

const QUERIES = ['4+', '%34', 'a&', 'a[]=4&', 'token=%34&'];

const LONG_QUERIES: readonly string[] = PORTAL.filter(
  ({ method, who }) => method === 'GET' && who === 'anyone',
).flatMap(({ path }) =>
  QUERIES.map((text) => {
    const query = text.repeat(HEADER_BYTES / text.length);
    return `GET ${path}?token=${query} HTTP/1.1\r\n${HEAD}\r\n`;
  }),
);

const HEADERS: readonly string[] = [
  ...LONG_QUERIES,
  `GET /api/portal/company?name=${'4+'.repeat(HEADER_BYTES / 2)} HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /api/portal/company?${'a&'.repeat(HEADER_BYTES / 2)} HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /api/portal/company?${'name=%34&'.repeat(HEADER_BYTES / 9)} HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /${'a/'.repeat(HEADER_BYTES / 2)} HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /harbor/${'%34'.repeat(HEADER_BYTES / 3)} HTTP/1.1\r\n${HEAD}\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}cookie: ${'a=%34; '.repeat(HEADER_BYTES / 7)}\r\n\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}accept-language: ${'es-419;q=0.1,'.repeat(HEADER_BYTES / 13)}\r\n\r\n`,
  `GET /api/portal/customer/${UUID} HTTP/1.1\r\n${HEAD}authorization: Bearer ${'a '.repeat(HEADER_BYTES / 2)}\r\n\r\n`,
  `POST /api/provider/v1/customers HTTP/1.1\r\n${HEAD}idempotency-key: ${'4 '.repeat(HEADER_BYTES / 2)}\r\n\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}${'a:4\r\n'.repeat(HEADER_BYTES / 8)}\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}x-forwarded-for: ${'::1,'.repeat(HEADER_BYTES / 4)}\r\n\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}accept-encoding: ${'br;q=0.1,'.repeat(HEADER_BYTES / 9)}\r\n\r\n`,
  `GET /login HTTP/1.1\r\n${HEAD}if-none-match: ${'W/"4",'.repeat(HEADER_BYTES / 6)}\r\n\r\n`,
  `GET /login?${'%34=4&'.repeat(HEADER_BYTES / 6)} HTTP/1.1\r\n${HEAD}\r\n`,
  `POST /api/portal/error HTTP/1.1\r\n${HEAD}content-type: multipart/form-data; boundary=${'a'.repeat(60)}\r\ncontent-length: 0\r\n\r\n`,
];

export type WorstRequest = { name: string; bytes: Buffer };

export function worstRequests(): WorstRequest[] {
  const bodies = OPEN.flatMap((route, index) =>
    chosenBodies(route, index).map((body) => ({
      name: `${route.method} ${route.path} ${body.slice(0, 40)} (${body.length})`,
      bytes: requestWith(route, body),
    })),
  );
  const headers = HEADERS.map((head) => ({ name: head.slice(0, 80), bytes: Buffer.from(head) }));
  return [...bodies, ...headers];
}

const SCRIPTS = ['Renovation of the kitchen', 'تجديد المطبخ وغرفة الطعام', '厨房和餐厅的翻新'];

/** Lines of an invoice that take long to draw: each has two of three scripts. */
export const LONG_LINES = Array.from({ length: 200 }, (_, index) => ({
  text: `${SCRIPTS[index % SCRIPTS.length]} ${index}, ${SCRIPTS[(index + 1) % SCRIPTS.length]}`,
  quantity: 1,
  unitPrice: 100 + index,
}));
