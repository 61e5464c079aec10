/** The document around the API reference and around each guide. */
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import { GUIDE_LINKS } from './guides.ts';
import { type Markup, markup } from './markup.ts';

const MARK = markup`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>
<path d="M9 16.6l4.8 4.9L23 11.4"/></svg>`;

type Page = {
  title: string;
  description: string;
  style: string;
  /** Contents of this page, after the guides. */
  contents: Markup;
  main: Markup;
  /** Runs the calls of the reference. Only where the processors are the sandbox. */
  script?: string | null;
};

export function toPage({ title, description, style, contents, main, script }: Page): string {
  const list = markup`<ul><li><span class="resource-link">Guides</span><ul>${GUIDE_LINKS}</ul></li>${contents}</ul>`;
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<style>${{ html: style }}</style></head>
<body><a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="${DEVELOPERS_PATH}">${MARK}<span>Quittance</span></a><span class="where">Provider API</span>
<a class="file" href="${PROVIDER_BASE}/openapi.json">OpenAPI</a></header>
<details class="menu"><summary>Contents</summary><nav aria-label="Contents">${list}</nav></details>
<div class="page"><nav class="side" aria-label="Contents">${list}</nav>
<main id="main">${main}</main></div>${script ? { html: `<script type="module">${script}</script>` } : null}</body></html>`;
  return page.html;
}
