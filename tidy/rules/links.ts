// References in documents: relative links and their headings, npm scripts, files, and tests named by their titles.
// Links to other sites are not followed.
import { posix } from 'node:path';
import type { Rule, Violation } from '../rule.ts';
import { type SourceFile, type SourceTree, toLines } from '../source-tree.ts';

const LINK = /\]\(([^()\s]+)\)/g;
const SCRIPT = /\bnpm run ([\w:-]+)/g;
const FOLDERS =
  'client|contract|dev|docs|domain|e2e|sandbox|scripts|server|tidy|web|bench|\\.github';
/**
 * A path from the root of the repository: a file anywhere, or a folder in backticks. Patterns and placeholders are
 * excluded.
 */
const NAMED_FILES = [
  new RegExp(`\`((?:${FOLDERS})/[\\w./-]+)\``, 'g'),
  new RegExp(`(?<![\\w./\`-])((?:${FOLDERS})/[\\w./-]+\\.(?:mjs|tsx?|md|json))\\b`, 'g'),
];
/** `file` › title, in a table cell. … stands for the variable part. */
const NAMED_TEST = /(`[\w./-]+\.(?:test|spec)\.tsx?` › .+?)(?=<br>| \||$)/g;
/** Build output, and the fictional processor of docs/add-a-processor.md. */
const NOT_COMMITTED = /\/dist(?:\/|$)|\bacme\b/;

export const LINKS: Rule = {
  name: 'links, npm scripts, files and tests that a document names exist',
  instead: 'correct the name, or remove the sentence',
  check: (tree) => {
    const places = listAnchors(tree);
    const scripts = toScripts(tree);
    return tree
      .filter(({ path }) => path.endsWith('.md') || path.startsWith('.github/'))
      .flatMap((file) => [
        ...brokenLinks(file, tree, places),
        ...inEveryLine(file, SCRIPT, (script) =>
          scripts === null || scripts.has(script) ? null : `no script '${script}'`,
        ),
        ...NAMED_FILES.flatMap((pattern) =>
          inEveryLine(file, pattern, (path) =>
            NOT_COMMITTED.test(path) || places.has(path.replace(/\/$/, '')) ? null : `no ${path}`,
          ),
        ),
        ...inEveryLine(file, NAMED_TEST, (test) => missingTest(test, tree)),
      ]);
  },
  breaks: [
    { 'README.md': '[Testing](docs/testing.md)' },
    { 'README.md': '![A picture](docs/images/a.png)' },
    { 'docs/a.md': '[Up](../b.md)' },
    { 'docs/a.md': '# A\n[Below](#below)' },
    { 'docs/a.md': '[B](b.md#second)', 'docs/b.md': '# First' },
    { 'README.md': '`npm run nothing`', 'package.json': '{"scripts":{"check":""}}' },
    { 'README.md': 'See `server/src/nothing.ts`.' },
    { 'README.md': 'npx vitest run --project server server/test/nothing.test.ts' },
    { 'docs/a.md': '| A | `a.test.ts` › pays once |', 'a.test.ts': "it('pays twice')" },
  ],
  keeps: [
    { 'README.md': '[Testing](docs/testing.md), [it](https://a.example/b)', 'docs/testing.md': '' },
    { 'README.md': '[Decisions](docs/decisions)', 'docs/decisions/0001.md': '' },
    { 'docs/a.md': '# A\n## The `name`, and more\n[Below](#the-name-and-more)' },
    { 'docs/a.md': '[B](b.md#second)', 'docs/b.md': '# First\n## Second' },
    { 'README.md': '`npm run check`', 'package.json': '{"scripts":{"check":""}}' },
    {
      'README.md': '`server/src`, `server/dist/app/main.js`, `docs/processors/acme.md`',
      'server/src/a.ts': '',
    },
  ],
};

function listAnchors(tree: SourceTree): ReadonlySet<string> {
  return new Set(
    tree.flatMap(({ path }) => {
      const parts = path.split('/');
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
  );
}

/** Returns null without a package.json, as in most examples. */
function toScripts(tree: SourceTree): ReadonlySet<string> | null {
  const text = tree.find(({ path }) => path === 'package.json')?.text;
  return text === undefined ? null : new Set(Object.keys(JSON.parse(text).scripts ?? {}));
}

function inEveryLine(
  file: SourceFile,
  pattern: RegExp,
  problemOf: (name: string) => string | null,
): Violation[] {
  return toLines(file).flatMap((text, index) =>
    [...text.matchAll(pattern)].flatMap(([, name = '']): Violation[] => {
      const found = problemOf(name);
      return found === null ? [] : [{ path: file.path, line: index + 1, found }];
    }),
  );
}

function brokenLinks(file: SourceFile, tree: SourceTree, places: ReadonlySet<string>): Violation[] {
  return inEveryLine(file, LINK, (target) => {
    if (/^[a-z]+:/.test(target)) return null;
    const [address = '', heading] = target.split('#');
    const path = address === '' ? file.path : posix.join(posix.dirname(file.path), address);
    if (!places.has(path.replace(/\/$/, ''))) return `no ${path}`;
    if (heading === undefined) return null;
    const linked = tree.find((other) => other.path === path);
    return linked && toHeadings(linked).includes(heading) ? null : `${path} has no #${heading}`;
  });
}

function missingTest(test: string, tree: SourceTree): string | null {
  const [path = '', title = ''] = test.replaceAll('`', '').split(' › ');
  const file = tree.find((other) => other.path === path);
  return file && titlePattern(title).test(file.text) ? null : `no ${test}`;
}

function toHeadings(file: SourceFile): string[] {
  return toLines(file)
    .flatMap((text) => /^#+ (.+)$/.exec(text)?.[1] ?? [])
    .map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );
}

function titlePattern(title: string): RegExp {
  const parts = title.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(['"\`])${parts.join('[^\'"`\\n]*')}\\1`);
}
