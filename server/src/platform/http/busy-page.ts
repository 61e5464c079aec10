/**
 * The page of a navigation that cannot be served now, in the payer's language. It tries again by itself, without a
 * script, because a JSON error would leave the payer with nothing to do.
 */
import { createHash } from 'node:crypto';
import {
  chooseLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
} from '@quittance/contract/language';
import type { FastifyRequest } from 'fastify';
import { SERVER_TEXTS } from '../../texts/catalogs.ts';
import { readCookie } from './cookie-names.ts';

const RETRY_SECONDS = 4;

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:28rem;padding:0 1rem;text-align:center}`;

export const BUSY_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
};

function toPage(language: Language): string {
  const { title, text } = SERVER_TEXTS[language].busy;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p role="status">${text}</p></main></body></html>
`;
}

const PAGES: ReadonlyMap<Language, string> = new Map(
  LANGUAGES.map((language) => [language, toPage(language)]),
);

function isNavigation({ method, headers }: FastifyRequest): boolean {
  const { 'sec-fetch-mode': mode, accept = '' } = headers;
  return method === 'GET' && (mode === 'navigate' || (!mode && accept.includes('text/html')));
}

/** Null for a request that is no navigation. */
export function busyPage(request: FastifyRequest): string | null {
  if (!isNavigation(request)) return null;
  const { headers, query } = request;
  const { [LANGUAGE_PARAMETER]: address } = Object(query);
  const language = chooseLanguage({
    address: typeof address === 'string' ? address : null,
    signedIn: null,
    remembered: readCookie(headers.cookie, LANGUAGE_COOKIE),
    linked: null,
    acceptLanguage: headers['accept-language'],
  });
  return PAGES.get(language) ?? null;
}
