/** The reference of the provider API as one document, generated from the route table and the error catalog. */

import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { openApiDocument } from '../openapi/openapi.ts';
import { namedSchemas, nameIn, toSchema } from '../openapi/openapi-schemas.ts';
import { toFields } from './fields.ts';
import { guideChapters, type RateLimit, toCalls } from './guide.ts';
import { GUIDE_CARDS, type GUIDES, readGuide } from './guides.ts';
import { type Markup, markup } from './markup.ts';
import { type Call, operationSection, type Portal } from './operation.ts';
import { toPage } from './page-frame.ts';

type Resource = { tag: string; calls: Call[]; objects: string[] };

const toId = (tag: string) => `resource-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

function toObject({ route }: Call, { named }: Portal): string {
  const name = nameIn(toSchema(route.answer, 'output').$ref ?? '');
  return nameIn(named[name]?.properties?.['data']?.items?.$ref ?? '') || name;
}

function toResources(calls: readonly Call[], portal: Portal): Resource[] {
  const tags = [...new Set(calls.map(({ route }) => route.tag))];
  const shown = new Set(['']);
  return tags.map((tag) => {
    const own = calls.filter(({ route }) => route.tag === tag);
    const objects = [...new Set(own.map((call) => toObject(call, portal)))];
    const fresh = objects.filter((name) => !shown.has(name));
    for (const name of fresh) shown.add(name);
    return { tag, calls: own, objects: fresh };
  });
}

function objectSection(name: string, { named }: Portal): Markup {
  return markup`<section class="object" id="object-${name}"><h3><a href="#object-${name}">${name}</a></h3>
${toFields(named[name] ?? {}, named, false)}</section>`;
}

function resourceSection({ tag, calls, objects }: Resource, portal: Portal): Markup {
  return markup`<section class="resource" id="${toId(tag)}"><h2>${tag}</h2>
${objects.map((name) => objectSection(name, portal))}
${calls.map((call) => operationSection(call, portal))}</section>`;
}

const TRY_IT = markup`<p>This portal runs against the sandbox: no money moves. Under each call, <strong>Try it</strong> sends the call with an API
key of a company, which an owner creates in the console (Settings, API keys). The key stays in this page and is forgotten when you leave it.</p>`;

type Chapter = ReturnType<typeof guideChapters>['before'][number];

const chapterSection = ({ id, title, content }: Chapter) =>
  markup`<section class="chapter" id="${id}"><h2>${title}</h2>${content}</section>`;

const chapterLink = ({ id, title }: Chapter) => markup`<li><a href="#${id}">${title}</a></li>`;

function resourceLinks({ tag, calls }: Resource): Markup {
  const links = calls.map(
    ({ name, route }) => markup`<li><a href="#${name}">${route.summary}</a></li>`,
  );
  return markup`<li><a class="resource-link" href="#${toId(tag)}">${tag}</a><ul>${links}</ul></li>`;
}

type Reference = { publicUrl: string; limit: RateLimit; style: string; script: string | null };

function referencePage({ publicUrl, limit, style, script }: Reference): string {
  const portal: Portal = { publicUrl, named: namedSchemas(), isTryable: script !== null };
  const calls = toCalls(PROVIDER_ROUTES);
  const { before, after } = guideChapters(portal, { calls, limit });
  const resources = toResources(calls, portal);
  return toPage({
    title: 'Provider API reference',
    description: "How a company's own systems add customers, issue invoices and follow payments.",
    style,
    script,
    contents: markup`${before.map(chapterLink)}${resources.map(resourceLinks)}${after.map(chapterLink)}`,
    main: markup`<section class="chapter intro"><h1>Provider API</h1>
<p class="lead">For the systems of a company: customers, invoices, links, payments and keys.</p>
<p class="address"><b class="method">Base</b> <code>${publicUrl}${PROVIDER_BASE}</code></p>
${GUIDE_CARDS}${script === null ? null : TRY_IT}</section>
${before.map(chapterSection)}${resources.map((each) => resourceSection(each, portal))}
${after.map(chapterSection)}`,
  });
}

type GuidePage = { guide: (typeof GUIDES)[number]; style: string };

async function guidePage({ guide, style }: GuidePage): Promise<string> {
  const { title, lead } = guide;
  return toPage({
    title: `${title} · Provider API`,
    description: lead,
    style,
    contents: markup`<li><a class="resource-link" href="${DEVELOPERS_PATH}">API reference</a></li>`,
    main: markup`<article class="chapter guide"><h1>${title}</h1><p class="lead">${lead}</p>${await readGuide(guide)}</article>`,
  });
}

export type ReferenceOrder =
  | { part: 'document'; publicUrl: string }
  | ({ part: 'reference' } & Reference)
  | ({ part: 'guide' } & GuidePage);

export async function renderPart(order: ReferenceOrder): Promise<string> {
  switch (order.part) {
    case 'document':
      return JSON.stringify(openApiDocument(order.publicUrl));
    case 'reference':
      return referencePage(order);
    case 'guide':
      return guidePage(order);
  }
}
