/** The playground's web server: a page, its live view, and its buttons. It listens only on the loopback address. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '@quittance/contract/playground-view';
import { inRepository } from '@quittance/server/kernel/folders';
import type { Actions } from './actions.ts';
import type { Live } from './live.ts';

/** Built from web/playground. */
const PAGE = fileURLToPath(inRepository('web/dist/playground/'));
const DOCUMENT = 'playground.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

type PageFile = { type: string; content: Buffer };

/** Only files in this table are served; no path is built from a request. */
function readPageFiles(): ReadonlyMap<string, PageFile> {
  const names = readdirSync(PAGE, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name): [string, PageFile][] => {
      const type = TYPES[extname(name)];
      const path = name === DOCUMENT ? '/' : `/${name.split(sep).join('/')}`;
      return type ? [[path, { type, content: readFileSync(join(PAGE, name)) }]] : [];
    }),
  );
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/**
 * Restricts the playground to this machine. The address check keeps out other machines; the host and origin checks
 * keep out websites open in a local browser. The sandbox's control plane has the same rules.
 */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers;
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(host) &&
    (origin === undefined || origin === `http://${host}`)
  );
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const BODY_BYTES_MAX = 4096;
const HOST = '127.0.0.1';

export type ServerParts = {
  live: Live;
  actions: Pick<Actions, 'run'>;
  settings(): Promise<Settings>;
};

class BadRequest extends Error {
  override name = 'BadRequest';
  readonly status = 400;
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  // A form on another site can send other content types, but only a script of this page can send JSON.
  if (request.headers['content-type'] !== 'application/json') throw new BadRequest('Send JSON.');
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_BYTES_MAX) throw new BadRequest('That is too much.');
  }
  const parsed: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      throw new BadRequest('That is not JSON.');
    }
  })();
  if (typeof parsed !== 'object' || parsed === null) throw new BadRequest('Send an object.');
  return { ...parsed };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { ...PAGE_HEADERS, 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}

function toStatus(error: unknown): number {
  return error instanceof Error && 'status' in error ? Number(error.status) : 502;
}

export async function serve({ live, actions, settings }: ServerParts, port: number) {
  const files = readPageFiles();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isFromThisMachine(request)) {
      return sendJson(response, 403, { message: 'The playground answers only on this machine' });
    }
    const { pathname } = new URL(request.url ?? '/', 'http://playground');
    if (request.method === 'POST') {
      await actions.run(pathname.slice(1), await readBody(request));
      return sendJson(response, 202, { success: true });
    }
    const file = files.get(pathname);
    if (request.method !== 'GET') return sendJson(response, 405, { message: 'Not allowed' });
    if (pathname === '/live') return live.open(response);
    if (pathname === '/settings') return sendJson(response, 200, await settings());
    if (!file) return sendJson(response, 404, { message: 'Not found' });
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.type }).end(file.content);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) sendJson(response, toStatus(error), { message });
      else response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });
  return {
    async close(): Promise<void> {
      live.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
