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
import { encode } from '../../platform/http/compression.ts';
import { lazily } from '../../platform/http/lazily.ts';
import { GUIDES, guidePath, readGuide } from './guides.ts';
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

type PageRoute = { path: string; policy: string; page: () => Promise<string> };

function registerPage(app: FastifyInstance, { path, policy, page }: PageRoute): void {
  app.get(path, async (request, reply) => {
    const { bytes, encoding } = await encode(await page(), request.headers['accept-encoding']);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'public, max-age=300',
        vary: 'accept-encoding',
      })
      .send(bytes);
  });
}

export type DeveloperPages = {
  webFolder: string | null;
  /** Makes calls from the reference. Null if the processors are real. */
  script: string | null;
};

export async function registerDevelopers(
  app: FastifyInstance,
  { publicUrl, limits }: Deps,
  { webFolder, script }: DeveloperPages,
): Promise<void> {
  const file = await findTypeface(webFolder);
  const style = `${file ? typeface(`/assets/${file}`) : ''}${REFERENCE_STYLE}`;
  const page = lazily(async () => {
    const { referencePage } = await import('./reference-page.ts');
    return referencePage({ publicUrl, limit: limits.providerCalls, style, script });
  });
  registerPage(app, { path: DEVELOPERS_PATH, policy: policyFor(style, script), page });
  for (const guide of GUIDES) {
    const read = lazily(async () => {
      const { guidePage } = await import('./reference-page.ts');
      return guidePage({ guide, content: await readGuide(guide), style });
    });
    registerPage(app, { path: guidePath(guide), policy: policyFor(style, null), page: read });
  }
}
