// For tests only: the text of a file of the web app. Stylesheets arrive empty in unit tests, so the
// tests that check them read the file itself.

import { vi } from 'vitest';

type FileSystem = {
  readFileSync: (path: string, encoding: 'utf8') => string;
  readdirSync: (path: string) => string[];
};

// Asked for at run time, because the browser's code may not import from Node.
const { readFileSync, readdirSync } = await vi.importActual<FileSystem>('node:fs');

const SOURCE_FOLDER = decodeURIComponent(import.meta.url.replace(/^file:\/\/|lib\/[^/]+$/g, ''));

/** `path` is relative to web/src: 'theme/tokens.css'. */
export function readSource(path: string): string {
  return readFileSync(SOURCE_FOLDER + path, 'utf8');
}

export function listSource(folder: string): string[] {
  return readdirSync(SOURCE_FOLDER + folder).map((name) => `${folder}/${name}`);
}
