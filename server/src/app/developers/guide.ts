/** The chapters of the API reference that apply to every call. */
import { ERRORS, type ErrorCode } from '@quittance/contract/errors';
import { PROVIDER_BASE, type ProviderRoute } from '@quittance/contract/http/provider-route';
import { toErrors } from '@quittance/contract/openapi/route-errors';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { type Markup, markup, prose } from './markup.ts';
import type { Call, Portal } from './operation.ts';

export type RateLimit = { count: number; windowMs: number };
type Chapter = { id: string; title: string; content: Markup };

const paragraphs = (...texts: string[]) => texts.map((text) => markup`<p>${prose(text)}</p>`);
const code = (text: string) => markup`<pre tabindex="0"><code>${text}</code></pre>`;

const SCOPES = [
  ['read', 'Reads everything of the company that this API shows.'],
  ['write', 'Adds and changes customers, invoices and links. Moves no money.'],
  [
    'money',
    'Refunds, decides, records and reverses payments, voids and writes off, and manages keys.',
  ],
] as const;

function authentication({ publicUrl }: Portal): Markup {
  const scopes = SCOPES.map(
    ([name, text]) =>
      markup`<li><div class="field"><code class="name">${name}</code></div><p>${text}</p></li>`,
  );
  return markup`${paragraphs(
    'Send an API key as a bearer token. A key begins with `qk_`, belongs to one company, and is shown once, when it is created. Whoever has it can do what its scopes allow: keep it on your servers.',
  )}${code(`curl ${publicUrl}${PROVIDER_BASE}/customers \\\n  -H "Authorization: Bearer $QUITTANCE_KEY"`)}
<ul class="fields">${scopes}</ul>${paragraphs(
    'A key has exactly the scopes it was given: `write` does not include `read`. A key without `read` gets 204 and no answer to a change, and cannot make links, dry runs and webhook endpoints, which would show it what is stored. To replace a key without an interruption, rotate it: the old one stays valid for the overlap you choose.',
  )}`;
}

const IDEMPOTENCY = paragraphs(
  'Send a header `Idempotency-Key` with every call that changes something: any text of up to 255 characters that you use for this one call. Calls that move money require it.',
  'The call is executed once under its key. If you send it again, you get the same answer, so after a lost connection you can always try again. The same key with another call is refused with `IDEMPOTENCY_KEY_REUSED`. A call that failed keeps no key. A key is kept for 30 days, unless the portal is configured otherwise.',
  'Objects can also be sent under your own reference: `PUT /invoices/by-ref/{externalRef}` adds the invoice or makes it as given, and changes nothing when it is so already.',
);

const PAGINATION = markup`${paragraphs(
  'A list answers `data` and `nextCursor`, the newest object first. For the next page, send `nextCursor` as `after`; it is null on the last page. `limit` is the size of a page, 25 by default and at most 100.',
  'A cursor points to an object, not to a number of them: objects that are added while you read do not shift the pages.',
)}`;

function rateLimits({ count, windowMs }: RateLimit): Markup[] {
  return paragraphs(
    `A key may make ${count} calls in ${windowMs / 1000} seconds. Every answer to a key says what is left: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`, in seconds.`,
    'Beyond that, calls are refused with 429 and `Retry-After`. A server under load answers 503 with `Retry-After`. In both cases nothing was done.',
  );
}

const PROBLEM = {
  type: `${DEVELOPERS_PATH}#INVALID_REQUEST`,
  title: 'INVALID_REQUEST',
  status: 400,
  detail: ERRORS.INVALID_REQUEST.message,
  code: 'INVALID_REQUEST',
  fields: [{ field: 'lines.0.unitPrice', message: 'Expected a whole number.' }],
  requestId: '0b5a6f0e-6a0c-4a55-9d9f-6a3c2f1f8e10',
};

function errors(calls: readonly Call[]): Markup {
  const byCode = new Map<ErrorCode, Call[]>();
  for (const call of calls) {
    for (const each of toErrors(call.route)) byCode.set(each, [...(byCode.get(each) ?? []), call]);
  }
  const rows = [...byCode]
    .sort(([left], [right]) => ERRORS[left].status - ERRORS[right].status)
    .map(([each, of]) => errorRow(each, of, calls.length));
  return markup`${paragraphs(
    'An error is `application/problem+json` (RFC 9457). `code` is stable and is what a program compares; `detail` is for people; `fields` names what is wrong in the request. Quote `requestId` when you ask about a call.',
  )}${code(JSON.stringify(PROBLEM, null, 2))}<ul class="fields codes">${rows}</ul>`;
}

function errorRow(code: ErrorCode, calls: readonly Call[], total: number): Markup {
  const { status, message } = ERRORS[code];
  const links = calls.map(({ name }) => markup`<a href="#${name}">${name}</a> `);
  const who = calls.length === total ? markup`Every call.` : markup`${links}`;
  return markup`<li id="${code}"><div class="field"><code class="name">${code}</code>
<span class="type">${status}</span></div><p>${message}</p><p class="values">${who}</p></li>`;
}

const CONVENTIONS = paragraphs(
  'Requests and answers are JSON in UTF-8. Amounts are whole cents: `12000` is $120.00. Dates are `YYYY-MM-DD` in the calendar of the company; instants are ISO 8601 in UTC.',
  'A field that the API does not know is refused, so a typing error is never ignored. Fields that are left out of a change stay as they are; null clears a field.',
  'Ignore fields in answers that you do not know: new ones are added without a new version.',
);

export function guideChapters(
  portal: Portal,
  { calls, limit }: { calls: readonly Call[]; limit: RateLimit },
): { before: Chapter[]; after: Chapter[] } {
  return {
    before: [
      { id: 'conventions', title: 'Conventions', content: markup`${CONVENTIONS}` },
      { id: 'authentication', title: 'Authentication', content: authentication(portal) },
      { id: 'idempotency', title: 'Idempotency', content: markup`${IDEMPOTENCY}` },
      { id: 'pagination', title: 'Pagination', content: PAGINATION },
      { id: 'rate-limits', title: 'Rate limits', content: markup`${rateLimits(limit)}` },
    ],
    after: [{ id: 'errors', title: 'Errors', content: errors(calls) }],
  };
}

export function toCalls(routes: Readonly<Record<string, ProviderRoute>>): Call[] {
  return Object.entries(routes).map(([name, route]) => ({ name, route }));
}
