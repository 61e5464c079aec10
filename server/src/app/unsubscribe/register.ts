/**
 * Handles unsubscribe links in optional emails (R64). GET shows a page and changes nothing, because email scanners
 * open every link. POST changes the setting. It is sent by the page or, with one click, by an email client (RFC
 * 8058), which sends no cookie and needs none.
 */

import { createHash } from 'node:crypto';
import { toPattern } from '@quittance/contract/http/portal-route';
import type { Language } from '@quittance/contract/language';
import { ROUTES } from '@quittance/contract/portal-routes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readUnsubscribe, setByToken } from '../../customers/mail-preferences.ts';
import type { Deps } from '../../kernel/deps.ts';
import { escapeHtml } from '../../kernel/escape-html.ts';
import { limitAnyone } from '../../platform/http/limit-hook.ts';
import { SERVER_TEXTS } from '../../texts/catalogs.ts';
import { languageOfPage } from '../documents/page-language.ts';

const STYLE = `
:root { color-scheme: light dark; --page: light-dark(#f5f8fa, #0e1317);
  --surface: light-dark(#ffffff, #181e22); --hairline: light-dark(#e2e5e7, #2d3237);
  --text: light-dark(#181e22, #e8eef2); --muted: light-dark(#50565b, #b3b8bc);
  --button: light-dark(#181e22, #e8eef2); --on-button: light-dark(#ffffff, #181e22);
  --focus: light-dark(#1d4d6f, #85c4f6); }
*, *::before, *::after { box-sizing: border-box; margin: 0; }
body { background: var(--page); color: var(--text);
  font: 400 1rem/1.5 system-ui, sans-serif; padding: 48px 16px; }
main { max-width: 480px; margin: 0 auto; padding: 32px 24px; display: grid; gap: 16px;
  background: var(--surface); border: 1px solid var(--hairline); border-radius: 16px; }
h1 { font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
.company { font-weight: 600; overflow-wrap: anywhere; }
.kind { font-weight: 600; }
.quiet { color: var(--muted); font-size: 0.875rem; }
a { color: inherit; text-underline-offset: 3px; }
button { min-height: 48px; width: 100%; padding: 12px 24px; border: 0; border-radius: 10px;
  background: var(--button); color: var(--on-button); font: 600 1rem/1.25 system-ui, sans-serif;
  cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The unsubscribe page is an HTML form without scripts, so that it works in any browser. */
const UNSUBSCRIBE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page's own form field. Email clients send different fields (RFC 8058). */
const SETTING = 'setting';

type Unsubscribing = {
  kindName: string;
  isOn: boolean;
  companyName: string;
  /** Null for a contact that gets copies and cannot sign in (R94). */
  settingsUrl: string | null;
  isChanged: boolean;
};

function toDocument(language: Language, title: string, main: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${main}</main></body></html>
`;
}

function button(setting: 'on' | 'off', label: string): string {
  return `<form method="post"><button name="${SETTING}" value="${setting}">${escapeHtml(label)}</button></form>`;
}

function unsubscribePage(page: Unsubscribing, language: Language): string {
  const { kindName, isOn, companyName, settingsUrl, isChanged } = page;
  const texts = SERVER_TEXTS[language].unsubscribe;
  const on = isChanged
    ? { title: texts.onTitle, text: texts.on(companyName) }
    : { title: texts.askTitle, text: texts.ask(companyName) };
  const off = { title: texts.offTitle, text: texts.off(companyName) };
  const { title, text } = isOn ? on : off;
  return toDocument(
    language,
    title,
    [
      `<p class="company">${escapeHtml(companyName)}</p>`,
      `<h1>${escapeHtml(title)}</h1>`,
      `<p>${escapeHtml(text)}</p>`,
      `<p class="kind">${escapeHtml(kindName)}</p>`,
      isOn ? button('off', texts.turnOff) : button('on', texts.turnOn),
      ...(settingsUrl === null
        ? []
        : [
            `<p class="quiet">${escapeHtml(texts.required)}</p>`,
            `<p class="quiet"><a href="${escapeHtml(settingsUrl)}">${escapeHtml(texts.allSettings)}</a></p>`,
          ]),
    ].join(''),
  );
}

function unknownLinkPage(language: Language): string {
  const texts = SERVER_TEXTS[language].unsubscribe;
  return toDocument(
    language,
    texts.unknownTitle,
    `<h1>${escapeHtml(texts.unknownTitle)}</h1><p>${escapeHtml(texts.unknown)}</p>`,
  );
}

/** RFC 8058 clients send 'List-Unsubscribe=One-Click'. */
const BODY_BYTES_MAX = 1024;

const { params: paramsSchema } = ROUTES.unsubscribe;

type Exchange = { request: FastifyRequest; reply: FastifyReply };

type Found = NonNullable<Awaited<ReturnType<typeof readUnsubscribe>>>;

function toKind({ publicUrl }: Deps, { mail, company }: Found, language: Language) {
  const { names, copies } = SERVER_TEXTS[language].unsubscribe;
  return mail.contactId === null
    ? { kindName: names[mail.kind], settingsUrl: `${publicUrl}/${company.domain}/profile` }
    : { kindName: copies[mail.kind], settingsUrl: null };
}

async function sendPage(deps: Deps, exchange: Exchange, isChanged: boolean): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { token } = paramsSchema.parse(request.params);
  const found = await readUnsubscribe(deps, token);
  const url = new URL(request.url, deps.publicUrl);
  const language = languageOfPage(deps, { exchange, url, linked: found?.language ?? null });
  const page = found && {
    ...toKind(deps, found, language),
    isOn: found.isOn,
    companyName: found.company.name,
    isChanged,
  };
  return reply
    .status(found ? 200 : 404)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': UNSUBSCRIBE_POLICY,
      'x-robots-tag': 'noindex',
    })
    .send(page ? unsubscribePage(page, language) : unknownLinkPage(language));
}

/** Any body from an email client turns the email off. Only the page's own button turns it on. */
function isTurnedOn(body: unknown): boolean {
  return typeof body === 'string' && new URLSearchParams(body).get(SETTING) === 'on';
}

export async function registerUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  const pattern = toPattern(ROUTES.unsubscribe.path);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.get(
      pattern,
      {
        ...limitAnyone(deps, ROUTES.unsubscribePage.limits),
        schema: { params: paramsSchema },
      },
      (request, reply) => sendPage(deps, { request, reply }, false),
    );
    scope.post(
      pattern,
      {
        bodyLimit: BODY_BYTES_MAX,
        ...limitAnyone(deps, ROUTES.unsubscribe.limits),
        schema: { params: paramsSchema },
      },
      async (request, reply) => {
        const { token } = paramsSchema.parse(request.params);
        await setByToken(deps, { token, isOn: isTurnedOn(request.body) });
        return sendPage(deps, { request, reply }, true);
      },
    );
  });
}
