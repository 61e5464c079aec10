/**
 * Serves the reference of the provider API at `/developers`, and guides below it. They run no scripts, and their
 * content security policy allows none, except where the processors are the sandbox: there, a script makes the calls
 * of the reference.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { sendConstant } from '../../platform/http/constant-content.ts';
import { limitAnyone } from '../../platform/http/limit-hook.ts';
import { GUIDES, guidePath } from './guides.ts';
import type { ReferenceOrder } from './reference-page.ts';
import { CACHE, renderReference } from './render-reference.ts';
import { REFERENCE_STYLE, typeface } from './style.ts';

const TYPEFACE = /^inter-latin-wght-normal-[\w-]+\.woff2$/;

/** The web build contains the typeface under a hashed file name. */
async function findTypeface(webFolder: string | null): Promise<string | null> {
  if (webFolder === null) return null;
  // If the typeface is missing, the page uses a fallback font.
  const files = await readdir(join(webFolder, 'assets')).catch(() => []);
  return files.find((name) => TYPEFACE.test(name)) ?? null;
}

const toHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function policyFor(style: string, script: string | null): string {
  return [
    "default-src 'none'",
    `style-src ${toHash(style)}`,
    ...(script === null ? [] : [`script-src ${toHash(script)}`, "connect-src 'self'"]),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export type DeveloperPages = {
  webFolder: string | null;
  /** Makes calls from the reference. Null if the processors are real. */
  script: string | null;
};

export async function registerDevelopers(
  app: FastifyInstance,
  deps: Deps,
  { webFolder, script }: DeveloperPages,
): Promise<void> {
  const file = await findTypeface(webFolder);
  const style = `${file ? typeface(`/assets/${file}`) : ''}${REFERENCE_STYLE}`;
  const page = (path: string, policy: string, order: ReferenceOrder) => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': CACHE,
    };
    const make = () => renderReference(order);
    app.get(path, limitAnyone(deps, ['publicRead']), sendConstant({ headers, make }));
  };
  const { publicUrl, limits } = deps;
  const reference = { publicUrl, limit: limits.providerCalls, style, script };
  page(DEVELOPERS_PATH, policyFor(style, script), { part: 'reference', ...reference });
  for (const guide of GUIDES)
    page(guidePath(guide), policyFor(style, null), { part: 'guide', guide, style });
}
