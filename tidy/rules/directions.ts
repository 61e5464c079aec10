// Modules by capability, and the allowed imports between them: the lists in ARCHITECTURE.md.
import { type Find, perCodeFile, type Rule, type Violation } from '../rule.ts';
import {
  importedPath,
  isCode,
  isTest,
  type SourceFile,
  type SourceTree,
  toImports,
} from '../source-tree.ts';
import { foundImport } from './workspace-directions.ts';

/**
 * The modules of each workspace, lowest first: a module imports only those before it in its list. `kernel` has
 * types and small values. Its `deps.ts` names the types of the use cases' dependencies, wherever they are declared.
 */
const MODULES = {
  contract: [
    'texts',
    'http',
    'methods',
    'processors',
    'companies',
    'customers',
    'identity',
    'invoices',
    'arrangements',
    'projects',
    'requests',
    'payments',
    'payouts',
    'statements',
    'webhooks',
    'reports',
    'exchange',
    'openapi',
  ],
  server: [
    'kernel',
    'schema',
    'texts',
    'platform',
    'processors',
    'companies',
    'customers',
    'identity',
    'ledger',
    'invoices',
    'arrangements',
    'methods',
    'projects',
    'requests',
    'payments',
    'payouts',
    'statements',
    'privacy',
    'webhooks',
    'reports',
    'exchange',
    'screens',
    'app',
  ],
  web: [
    'texts',
    'shared/lib',
    'shared/hooks',
    'shared/theme',
    'shared/api',
    'shared/ui',
    'portal/processors',
    'portal/store',
    'portal/realtime',
    'portal/site',
    'portal/customers',
    'portal/identity',
    'portal/invoices',
    'portal/methods',
    'portal/arrangements',
    'portal/projects',
    'portal/requests',
    'portal/payments',
    'portal/statements',
    'portal/popups',
    'portal/pages',
    'portal/app',
    'desk',
  ],
} as const satisfies Record<string, readonly string[]>;

type Workspace = keyof typeof MODULES;

const COMPOSERS = /^contract\/src\/[a-z]+-routes\.ts$/;

const DEPS = 'server/src/kernel/deps.ts';

/** The staff console shares components with the portal, but neither its state nor its pages (decision 0102). */
const HIDDEN_FROM_DESK = /^web\/src\/portal\/(store|realtime|popups|pages|app)\//;

export const MODULE_ORDER: Rule = {
  name: 'a module imports only modules below it',
  instead:
    'move the shared part down, or the use case up; app composes what a module may not import; a new module gets its place in MODULES',
  check: perCodeFile(findUpward, (file) => isTest(file) || toModule(file.path) === undefined),
  breaks: [
    {
      'server/src/invoices/issue-invoice.ts': `import { settle } from '../payments/settlement/settle.ts';`,
    },
    {
      'server/src/processors/stripe/adapter.ts': `import { save } from '../../companies/store.ts';`,
    },
    {
      'server/src/platform/queue/queue.ts': `import type { Invoice } from '../../invoices/store.ts';`,
    },
    { 'server/src/payments/settlement/settle.ts': `import { start } from '../../app/main.ts';` },
    { 'server/src/extras/thing.ts': `import { pool } from '../platform/database/database.ts';` },
    {
      'contract/src/invoices/portal-schemas.ts': `import { b } from '../payments/portal-schemas.ts';`,
    },
    { 'contract/src/invoices/portal-schemas.ts': `import { b } from '../portal-routes.ts';` },
    { 'web/src/shared/ui/button.tsx': `import { Pay } from '../../portal/payments/pay.tsx';` },
    { 'web/src/portal/store/request.ts': `import { Pay } from '../payments/pay.tsx';` },
    { 'web/src/portal/pages/profile.tsx': `import { Page } from '../../desk/shell/page.tsx';` },
    { 'web/src/desk/shell/shell.tsx': `import { Footer } from '../../portal/app/footer.tsx';` },
  ],
  keeps: [
    {
      'server/src/payments/settlement/settle.ts': `import { find } from '../../invoices/store.ts';`,
    },
    { 'server/src/ledger/holds.ts': `import { invoices } from '../schema/invoices.ts';` },
    { 'server/src/kernel/deps.ts': `import type { Processors } from '../processors/registry.ts';` },
    { 'server/src/app/composition.ts': `import { pool } from '../platform/database/database.ts';` },
    { 'server/src/ledger/x.test.ts': `import { settle } from '../payments/settle.ts';` },
    { 'web/src/portal/payments/pay.tsx': `import { Button } from '../../shared/ui/button.tsx';` },
    {
      'web/src/desk/invoices/page.tsx': `import { Badge } from '../../portal/invoices/badge.tsx';`,
    },
    { 'contract/src/invoices/portal-schemas.ts': `import { cents } from '../money.ts';` },
    { 'web/src/portal-main.tsx': `import { App } from './portal/app/app.tsx';` },
  ],
};

export const FOLDER_CYCLES: Rule = {
  name: 'folders of a module import each other in one direction',
  instead: 'move what both need into a folder below them, or merge the two folders',
  check: findFolderCycles,
  breaks: [
    {
      'server/src/payments/charge/a.ts': `import { b } from '../refunds/b.ts';`,
      'server/src/payments/refunds/b.ts': `import { a } from '../charge/a.ts';`,
    },
    {
      'server/src/platform/http/a.ts': `import { b } from '../limits/b.ts';`,
      'server/src/platform/limits/b.ts': `import { c } from '../events/c.ts';`,
      'server/src/platform/events/c.ts': `import { a } from '../http/a.ts';`,
    },
  ],
  keeps: [
    {
      'server/src/payments/charge/a.ts': `import { b } from '../refunds/b.ts';`,
      'server/src/payments/refunds/b.ts': '',
    },
    {
      // A registry may import its parts: the inner folder belongs to the outer one.
      'server/src/processors/registry.ts': `import { b } from './stripe/adapter.ts';`,
      'server/src/processors/stripe/adapter.ts': `import type { c } from '../processor.ts';`,
      'server/src/processors/processor.ts': '',
    },
  ],
};

function toWorkspace(path: string): Workspace | undefined {
  const name = /^(\w+)\/src\//.exec(path)?.[1];
  return name !== undefined && name in MODULES ? (name as Workspace) : undefined; // because it is a key
}

/** Returns null for a folder that is not in a list, and undefined for files beside the modules. */
function toModule(path: string): string | null | undefined {
  const workspace = toWorkspace(path);
  if (workspace === undefined) return undefined;
  const inside = path.slice(workspace.length + '/src/'.length);
  if (!inside.includes('/')) return undefined;
  return MODULES[workspace].find((name) => inside.startsWith(`${name}/`)) ?? null;
}

function findUpward(file: SourceFile): Find[] {
  const workspace = toWorkspace(file.path);
  if (workspace === undefined || file.path === DEPS) return [];
  const order: readonly (string | null | undefined)[] = MODULES[workspace];
  const from = order.indexOf(toModule(file.path));
  const isUpward = (path: string) => {
    const to = order.indexOf(toModule(path));
    // Files beside the modules: vocabulary of the whole workspace, and its programs.
    if (toModule(path) === undefined) return workspace !== 'contract' || COMPOSERS.test(path);
    if (from === -1 || to > from || to === -1) return true;
    return order[from] === 'desk' && HIDDEN_FROM_DESK.test(path);
  };
  return toImports(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .filter(({ specifier }) => isUpward(importedPath(file, specifier)))
    .map(foundImport);
}

const toFolder = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function toPart(path: string): string | undefined {
  const module = toModule(path);
  const workspace = toWorkspace(path);
  if (!module || !workspace) return undefined;
  const root = `${workspace}/src/${module}`;
  const inside = toFolder(path).slice(root.length + 1);
  return inside === '' ? undefined : `${root}/${inside.split('/')[0]}`;
}

type Edge = { to: string; path: string; line: number };

function toEdges(tree: SourceTree): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>();
  for (const file of tree) {
    const from = isCode(file) && !isTest(file) ? toPart(file.path) : undefined;
    if (from === undefined) continue;
    for (const { specifier, line } of toImports(file)) {
      if (!specifier.startsWith('.')) continue;
      const target = importedPath(file, specifier);
      const to = toPart(target);
      if (to === undefined || to === from || toModule(target) !== toModule(file.path)) continue;
      edges.set(from, [...(edges.get(from) ?? []), { to, path: file.path, line }]);
    }
  }
  return edges;
}

function findFolderCycles(tree: SourceTree): Violation[] {
  const edges = toEdges(tree);
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    for (const each of seen) for (const edge of edges.get(each) ?? []) seen.add(edge.to);
    return seen.has(to);
  };
  return [...edges].flatMap(([from, list]) =>
    list
      .filter(({ to }) => reaches(to, from))
      .map(({ to, path, line }) => ({ path, line, found: `${from} and ${to} import each other` })),
  );
}
