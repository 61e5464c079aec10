/** The files of the page. Only those in the table are served; no path is built from a request. */
import { readdirSync, readFileSync } from 'node:fs';
import { inRepository } from '@quittance/server/kernel/folders';

const PAGE = inRepository('dev/src/page/');
const SCRIPTS = inRepository('dev/dist/page/');
/** The portal's own design tokens. */
const TOKENS = inRepository('web/src/shared/theme/tokens.css');

export type PageFile = { type: string; text: string };

const read = (url: URL) => readFileSync(url, 'utf8');

export function readPageFiles(): ReadonlyMap<string, PageFile> {
  const css = 'text/css; charset=utf-8';
  const scripts = readdirSync(SCRIPTS).filter((name) => name.endsWith('.js'));
  return new Map<string, PageFile>([
    ['/', { type: 'text/html; charset=utf-8', text: read(new URL('playground.html', PAGE)) }],
    ['/elements.css', { type: css, text: read(new URL('elements.css', PAGE)) }],
    ['/playground.css', { type: css, text: read(new URL('playground.css', PAGE)) }],
    ['/tokens.css', { type: css, text: read(TOKENS) }],
    ...scripts.map((name): [string, PageFile] => [
      `/${name}`,
      { type: 'text/javascript; charset=utf-8', text: read(new URL(name, SCRIPTS)) },
    ]),
  ]);
}
