/**
 * Serves the reference of the provider API at `/developers`. It runs no scripts, and its content security policy
 * allows none.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DEVELOPERS_PATH } from '@quittance/contract/pages';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../kernel/deps.ts';
import { encode } from '../../platform/http/compression.ts';
import { lazily } from '../../platform/http/lazily.ts';
import { REFERENCE_STYLE, typeface } from './style.ts';

const TYPEFACE = /^inter-latin-wght-normal-[\w-]+\.woff2$/;

/** The web build contains the typeface under a hashed file name. */
async function findTypeface(webFolder: string | null): Promise<string | null> {
  if (webFolder === null) return null;
  // If the typeface is missing, the page uses a fallback font.
  const files = await readdir(join(webFolder, 'assets')).catch(() => []);
  return files.find((name) => TYPEFACE.test(name)) ?? null;
}

function policyFor(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export async function registerDevelopers(
  app: FastifyInstance,
  { publicUrl, limits }: Deps,
  webFolder: string | null,
): Promise<void> {
  const file = await findTypeface(webFolder);
  const style = `${file ? typeface(`/assets/${file}`) : ''}${REFERENCE_STYLE}`;
  const page = lazily(async () => {
    const { referencePage } = await import('./reference-page.ts');
    return referencePage({ publicUrl, limit: limits.providerCalls, style });
  });
  const policy = policyFor(style);
  app.get(DEVELOPERS_PATH, async (request, reply) => {
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
