// What nobody would find: files that nothing uses, and decisions that no page links to.
import { posix } from 'node:path';
import type { Rule } from '../rule.ts';
import { importsOf, isCode, isTest, type SourceFile, type SourceTree } from '../source-tree.ts';

/** Where a program begins, or what a tool picks up by its name. */
const ENTRIES = [
  /^(server|dev|sandbox)\/src\/main\.ts$/,
  /^dev\/src\/operator\.ts$/,
  /^server\/src\/operate\.ts$/,
  /^server\/test\/global-setup\.ts$/,
  /^web\/test\/setup\.ts$/,
  /^e2e\/screens\/take-screenshots\.ts$/,
  /(^|\/)\w+\.config\.ts$/,
  /^scripts\/samples\.mjs$/,
  /^scripts\/stop-with-parent\.mjs$/,
  /^sandbox\/public\//,
  /\.d\.ts$/,
];

export const UNUSED_FILES: Rule = {
  name: 'every source file is imported, or is where a program begins',
  instead: 'delete the file, or import it; an entry is named in tidy/rules/loose-ends.ts',
  check: (tree) => {
    const used = usedPaths(tree);
    return tree
      .filter((file) => (isCode(file) && !isTestItself(file)) || file.path.endsWith('.css'))
      .filter(({ path }) => !used.has(path) && !ENTRIES.some((entry) => entry.test(path)))
      .map(({ path }) => ({ path, line: 1, found: 'imported by nothing' }));
  },
  breaks: [
    { 'domain/src/checkout/fees.ts': '' },
    { 'domain/src/checkout/fees.ts': `import { feeFor } from './fees.ts';` },
    { 'web/src/ui/actions/button.module.css': '' },
  ],
  keeps: [
    {
      'domain/src/checkout/fees.ts': '',
      'server/src/main.ts': `import '@quittance/domain/checkout/fees';`,
    },
    {
      'domain/src/checkout/fees.ts': '',
      'domain/src/checkout/fees.test.ts': `import './fees.ts';`,
    },
    { 'web/src/a.css': '', 'web/src/b.test.tsx': `import './a.css';` },
    { 'web/src/main.tsx': '', 'web/index.html': '<script src="/src/main.tsx"></script>' },
    {
      'web/src/a.css': '',
      'web/src/b.css': '@import "./a.css";',
      'web/b.html': '<link href="/src/b.css">',
    },
    {
      'web/src/texts/en/payment/pay.ts': '',
      'web/src/popups/pay.test.tsx': `import '#texts/payment/pay';`,
    },
    { 'scripts/start.mjs': '', 'package.json': '{ "start": "node scripts/start.mjs" }' },
    { 'domain/src/checkout/fees.test.ts': '' },
  ],
};

function usedPaths(tree: SourceTree): Set<string> {
  const used = new Set<string>();
  for (const file of tree) {
    for (const path of isCode(file) ? importedPaths(file) : mentionedPaths(file)) {
      if (path !== file.path) used.add(path);
    }
  }
  return used;
}

function importedPaths(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ specifier }) => {
    // A bundler reads what follows the question mark (`?raw`); the file is what stands before it.
    const [bare = ''] = specifier.split('?');
    if (bare.startsWith('.')) return [posix.join(posix.dirname(file.path), bare)];
    const [, area] = /^#texts\/(.+)$/.exec(bare) ?? [];
    if (area !== undefined) return [`web/src/texts/en/${area}.ts`];
    const [, workspace, name] = /^@quittance\/(\w+)\/(.+)$/.exec(bare) ?? [];
    return workspace === undefined ? [] : [`${workspace}/src/${name}.ts`];
  });
}

/** Scripts named in package.json or in a document, style sheets imported by style sheets. */
function mentionedPaths({ path, text }: SourceFile): string[] {
  const folder = posix.dirname(path);
  if (path.endsWith('package.json')) {
    return [...text.matchAll(/[\w./-]+\.(mjs|ts|js)\b/g)].map(([name]) => posix.join(folder, name));
  }
  if (path.endsWith('.html')) {
    return [...text.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name = '']) =>
      posix.join(folder, name),
    );
  }
  if (!path.endsWith('.css')) return [];
  return [...text.matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)].map(([, name = '']) =>
    posix.join(folder, name),
  );
}

/** Unlike the world that tests build: that is imported by them, or it is unused. */
function isTestItself(file: SourceFile): boolean {
  return /\.(test|spec|setup)\.tsx?$/.test(file.path) && (isTest(file) || !file.path.includes('/'));
}

export const DECISIONS: Rule = {
  name: 'every decision is linked from docs/decisions/README.md',
  instead: 'add a line with a link for it to docs/decisions/README.md',
  check: (tree) => {
    const list = tree.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
    return tree
      .filter(({ path }) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))
      .filter(
        ({ path }) =>
          !list.includes(`(${posix.basename(path)})`) &&
          !list.includes(`(./${posix.basename(path)})`),
      )
      .map(({ path }) => ({ path, line: 1, found: 'linked from nowhere' }));
  },
  breaks: [
    { 'docs/decisions/0001-record.md': '' },
    { 'docs/decisions/0001-record.md': '', 'docs/decisions/README.md': '0001-record.md' },
  ],
  keeps: [
    {
      'docs/decisions/0001-record.md': '',
      'docs/decisions/README.md': '- [Record decisions](0001-record.md)',
    },
  ],
};
