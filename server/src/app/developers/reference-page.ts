/** The reference of the provider API as one document, generated from the route table and the error catalog. */

import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { PROVIDER_ROUTES } from '@quittance/contract/provider-routes';
import { namedSchemas, nameIn, toSchema } from '../openapi/openapi-schemas.ts';
import { toFields } from './fields.ts';
import { guideChapters, type RateLimit, toCalls } from './guide.ts';
import { type Markup, markup } from './markup.ts';
import { type Call, operationSection, type Portal } from './operation.ts';

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

const MARK = markup`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>
<path d="M9 16.6l4.8 4.9L23 11.4"/></svg>`;

export type PageSettings = { publicUrl: string; limit: RateLimit; style: string };

export function referencePage({ publicUrl, limit, style }: PageSettings): string {
  const portal: Portal = { publicUrl, named: namedSchemas() };
  const calls = toCalls(PROVIDER_ROUTES);
  const { before, after } = guideChapters(portal, { calls, limit });
  const resources = toResources(calls, portal);
  const contents = markup`<ul>${before.map(chapterLink)}${resources.map(resourceLinks)}${after.map(chapterLink)}</ul>`;
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="How a company's own systems add customers, issue invoices and follow payments.">
<title>Provider API reference</title>
<style>${{ html: style }}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="${DEVELOPERS_PATH}">${MARK}<span>Quittance</span></a><span class="where">Provider API</span>
<a class="file" href="${PROVIDER_BASE}/openapi.json">OpenAPI</a></header>
<details class="menu"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details>
<div class="page"><nav class="side" aria-label="Contents">${contents}</nav>
<main id="main"><section class="chapter intro"><h1>Provider API</h1>
<p class="lead">For the systems of a company: customers, invoices, links, payments and keys.</p>
<p class="address"><b class="method">Base</b> <code>${publicUrl}${PROVIDER_BASE}</code></p></section>
${before.map(chapterSection)}${resources.map((each) => resourceSection(each, portal))}
${after.map(chapterSection)}</main></div></body></html>`;
  return page.html;
}
