// Serves the files that run in browsers, from sandbox/public, which sits at the same distance from
// src and from the compiled dist. Only files named in a table are reachable; no path is ever built
// from a request.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const PUBLIC = new URL('../public/', import.meta.url);

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

export type BrowserFile = {
  path: string;
  file: string;
  /** POST for documents that are opened by submitting a form. */
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Fills in values that only the server has. */
  render?: (text: string, request: FastifyRequest) => string;
};

/** For documents that load and call nothing but this server. */
export function contentSecurityPolicy(frameAncestors: string): string {
  const own = "script-src 'self'; style-src 'self'; connect-src 'self'";
  const never = "base-uri 'none'; form-action 'none'";
  return `default-src 'none'; ${own}; ${never}; frame-ancestors ${frameAncestors}`;
}

function typeOf(file: string): string {
  if (file.endsWith('.html')) return TYPES.html;
  return file.endsWith('.css') ? TYPES.css : TYPES.js;
}

export function serveBrowserFiles(app: FastifyInstance, files: readonly BrowserFile[]): void {
  for (const { path, file, method = 'GET', headers, render } of files) {
    const text = readFileSync(new URL(file, PUBLIC), 'utf8');
    app.route({
      method,
      url: path,
      handler: (request, reply) =>
        reply
          .headers({
            'content-type': typeOf(file),
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
            'referrer-policy': 'no-referrer',
            ...headers,
          })
          .send(render === undefined ? text : render(text, request)),
    });
  }
}
