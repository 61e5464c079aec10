// The files that rules check: read from disk for the real run, from a literal for a rule's examples.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'rolldown/utils';

export type SourceFile = { path: string; text: string };
export type SourceTree = readonly SourceFile[];
export type Import = { specifier: string; line: number };

const SKIPPED = new Set(['node_modules', 'test-results', 'playwright-report', 'package-lock.json']);
/** Hidden folders do not contain our sources, except this one. */
const SHOWN = new Set(['.github']);
const TEXT = new Set(
  '.ts .tsx .mjs .js .json .css .html .md .sql .yaml .yml .sh .svg .txt'.split(' '),
);
const CODE = new Set(['.ts', '.tsx', '.mjs', '.js']);

/**
 * Reads all files of the repository, without hidden folders other than `.github`, build output (`dist…`) and
 * installed packages. A file that is not text is read as empty, because rules about links only need to know that it
 * exists.
 */
export function readTree(root: string, folder = ''): SourceTree {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const isHidden = name.startsWith('.') && !SHOWN.has(name);
    if (isHidden || name.startsWith('dist') || SKIPPED.has(name)) return [];
    const path = folder === '' ? name : `${folder}/${name}`;
    if (entry.isDirectory()) return readTree(root, path);
    const isText = TEXT.has(extname(name));
    return [{ path, text: isText ? readFileSync(join(root, path), 'utf8') : '' }];
  });
}

export function toTree(files: Record<string, string>): SourceTree {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

export function isCode({ path }: SourceFile): boolean {
  return CODE.has(extname(path)) && !path.endsWith('.d.ts');
}

export function isTest({ path }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path) || /^(\w+\/test|e2e|web\/gallery)\//.test(path);
}

export function toLines({ text }: SourceFile): string[] {
  return text.replace(/\n$/, '').split('\n');
}

export function lineAt(file: SourceFile, offset: number): number {
  const { lineEnds } = parsed(file);
  let low = 0;
  let high = lineEnds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lineEnds[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}

export function visit(file: SourceFile, visitor: VisitorObject): void {
  new Visitor(visitor).visit(parsed(file).program);
}

export function toComments(file: SourceFile): { text: string; line: number; lastLine: number }[] {
  return parsed(file).comments.map(({ value, start, end }) => ({
    text: value,
    line: lineAt(file, start),
    lastLine: lineAt(file, end),
  }));
}

/** Static and dynamic imports and re-exports, including type-only ones. */
export function toImports(file: SourceFile): Import[] {
  const found: Import[] = [];
  const add = (source: ESTree.StringLiteral | null) => {
    if (source) found.push({ specifier: source.value, line: lineAt(file, source.start) });
  };
  visit(file, {
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') {
        found.push({ specifier: source.value, line: lineAt(file, source.start) });
      }
    },
  });
  return found;
}

const cache = new WeakMap<SourceFile, ReturnType<typeof parse>>();

/** Every rule visits every file, so the parsed result is cached. */
function parsed(file: SourceFile) {
  const result = cache.get(file) ?? parse(file);
  cache.set(file, result);
  return result;
}

function parse({ path, text }: SourceFile) {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return { program, comments, lineEnds };
}

export function importedPath({ path }: SourceFile, specifier: string): string {
  return posix.join(posix.dirname(path), specifier);
}
