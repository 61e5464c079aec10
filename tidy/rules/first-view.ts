// The first view of a public link renders before the store is complete (`web/src/portal/store/full-store.ts`), so its
// files select only what the incomplete store has.
import type { Rule, Violation } from '../rule.ts';
import { importedPath, lineAt, type SourceFile, type SourceTree, visit } from '../source-tree.ts';

const ENTRY = 'web/src/portal-main.tsx';
const PAGE = 'web/src/portal/pages/invoice/public-invoice.tsx';
const HOOK = 'useAppSelector';

export const FIRST_VIEW: Rule = {
  name: 'the first view of a link reads no group of the store that is added later',
  instead: 'read with useOpeningSelector, which knows that groups may be missing, or import lazily',
  check: (tree) => firstViewFiles(tree).flatMap(usesOfHook),
  breaks: [
    { [ENTRY]: `import { useAppSelector } from './hooks.ts';\nuseAppSelector((state) => state);` },
    {
      [PAGE]: `import { Bar } from '../bar.tsx';`,
      'web/src/portal/pages/bar.tsx': `export * from './bar-text.tsx';`,
      'web/src/portal/pages/bar-text.tsx': 'useAppSelector((state) => state);',
    },
  ],
  keeps: [
    {
      [ENTRY]: `import type { Bar } from './bar.tsx';\nimport('./bar.tsx');`,
      'web/src/bar.tsx': 'useAppSelector((state) => state);',
    },
    { [PAGE]: 'useOpeningSelector((state) => state);' },
  ],
};

function firstViewFiles(tree: SourceTree): SourceFile[] {
  const files = new Map(tree.map((file) => [file.path, file]));
  const reached = new Set<SourceFile>();
  const reach = (path: string) => {
    const file = files.get(path);
    if (!file || reached.has(file)) return;
    reached.add(file);
    for (const specifier of loadedFirst(file)) reach(importedPath(file, specifier));
  };
  reach(ENTRY);
  reach(PAGE);
  return [...reached].filter(({ path }) => /\.tsx?$/.test(path));
}

/** Imports that are loaded together with the file. */
function loadedFirst(file: SourceFile): string[] {
  if (!/\.tsx?$/.test(file.path)) return [];
  const found: string[] = [];
  visit(file, {
    ImportDeclaration: ({ source, importKind }) => {
      if (importKind !== 'type') found.push(source.value);
    },
    ExportNamedDeclaration: ({ source, exportKind }) => {
      if (source && exportKind !== 'type') found.push(source.value);
    },
    ExportAllDeclaration: ({ source }) => void found.push(source.value),
  });
  return found;
}

function usesOfHook(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  visit(file, {
    CallExpression: ({ callee, start }) => {
      if (callee.type === 'Identifier' && callee.name === HOOK)
        found.push({ path: file.path, line: lineAt(file, start), found: HOOK });
    },
  });
  return found;
}
