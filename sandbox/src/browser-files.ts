// Serves the browser files in sandbox/public.
// Only files listed in a table are served; no path is ever built from a request.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { inSandbox } from './folders.ts';

const PUBLIC = inSandbox('public/');

const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

export type BrowserFile = {
  path: string;
  file: string;
  parts?: readonly string[];
  /** POST is for documents that are opened by submitting a form. */
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  render?: (text: string, request: FastifyRequest) => string;
};

/** For documents that load from and call only this server. */
export function contentSecurityPolicy(frameAncestors: string): string {
  const own = "script-src 'self'; style-src 'self'; connect-src 'self'";
  const never = "base-uri 'none'; form-action 'none'";
  return `default-src 'none'; ${own}; ${never}; frame-ancestors ${frameAncestors}`;
}

/** Any site may embed a processor's frames because the sandbox has no list of its merchants' websites. */
export const FRAME_HEADERS = {
  'content-security-policy': contentSecurityPolicy('*'),
  'cross-origin-resource-policy': 'cross-origin',
};
export const SCRIPT_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' };

const COMMON_FILES = [
  'card-input.js',
  'challenge-page.js',
  'field-input.js',
  'field.css',
  'theme.css',
];

export function commonFiles(folder: string): BrowserFile[] {
  return COMMON_FILES.map((name) => ({ path: `${folder}/${name}`, file: `common/${name}` }));
}

/** Inserts the current month of the sandbox's clock, which the fields use to validate expiry dates. */
export function fillMonth(clock: Clock): (text: string) => string {
  const month = () => new Date(clock.now()).toISOString().slice(0, 7);
  return (text) => text.replace('{{month}}', month());
}

function read(file: string): string {
  return readFileSync(new URL(file, PUBLIC), 'utf8');
}

/**
 * A merchant's page loads one classic script instead of modules. The imports are removed because all files are
 * concatenated into one block.
 */
function joinScript(files: readonly string[]): string {
  const plain = files.map((file) =>
    read(file)
      .replace(/^import [^;]*;$/gm, '')
      .replace(/^export /gm, ''),
  );
  return `'use strict';\n{\n${plain.join('\n')}}\n`;
}

function typeOf(file: string): string {
  if (file.endsWith('.html')) return TYPES.html;
  return file.endsWith('.css') ? TYPES.css : TYPES.js;
}

export function serveBrowserFiles(app: FastifyInstance, files: readonly BrowserFile[]): void {
  for (const { path, file, parts, method = 'GET', headers, render } of files) {
    const text = parts === undefined ? read(file) : joinScript([...parts, file]);
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
