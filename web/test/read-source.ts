// Reads source files of the web app. Unit tests load stylesheets as empty modules, so tests that check
// styles read the file instead.

import { vi } from 'vitest';

type FileSystem = {
  readFileSync: (path: string, encoding: 'utf8') => string;
  readdirSync: (path: string, options: { recursive: boolean }) => string[];
};

// Imported at run time, because code that is type-checked for the browser must not import from Node.
const { readFileSync, readdirSync } = await vi.importActual<FileSystem>('node:fs');

const SOURCE_FOLDER = `${decodeURIComponent(import.meta.url.replace(/^file:\/\/|test\/[^/]+$/g, ''))}src/`;

export function readSource(path: string): string {
  return readFileSync(SOURCE_FOLDER + path, 'utf8');
}

export function listSource(folder: string): string[] {
  const names = readdirSync(SOURCE_FOLDER + folder, { recursive: true });
  return names.map((name) => `${folder}/${name}`);
}
