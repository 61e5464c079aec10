// Assigns modules to chunks by their importers. Every chunk costs a round trip on a phone, so modules that are
// needed together share one.

import type { Rolldown } from 'vite';

const SOURCE = `${import.meta.dirname.replace(/build$/, 'src')}/`;

/** React changes only with its version, so returning payers have it cached after a release. */
const REACT_MODULES = /node_modules\/(?:react|react-dom|scheduler)\//;

const ROUTER_MODULES = /node_modules\/(?:react-router|cookie|set-cookie-parser)\//;

const inSource = (name: string): string => `${SOURCE}${name}.tsx`;

/** The groups of the store that the first view of a link does not need. */
const FULL_STORE = `${SOURCE}portal/store/full-store.ts`;

const PORTAL_ENTRY = inSource('portal-main');
const PUBLIC_ENTRY = inSource('public-main');

/** The pages of a signed-in customer, except large and rarely used ones, which are imported on demand. */
export const ACCOUNT = inSource('portal/app/customer-area');
const FROM_ACCOUNT = [
  'portal/identity/sign-in-again',
  'portal/pages/contracts',
  'portal/pages/entry/sign-in-link',
  'portal/pages/entry/login',
  'portal/pages/profile',
  'portal/pages/projects/project',
  'portal/popups/burger-menu',
].map(inSource);
const PAYING = ['portal/popups/pay', 'portal/popups/change-method'].map(inSource);
/** Small parts of other chunks that are often needed on their own. */
const RECEIPT = inSource('portal/payments/receipt-button');
const DIALOG = inSource('shared/ui/overlay/dialog');

function toImporters(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return seen;
}

/**
 * Returns the entries that need a module at once. An entry does not count for itself, because nothing can import
 * it.
 */
function toEntries(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = toImporters(id, context);
  const entries = [PORTAL_ENTRY, PUBLIC_ENTRY];
  return new Set(entries.includes(id) ? [] : entries.filter((entry) => seen.has(entry)));
}

function toDynamicImports(id: string, context: Rolldown.ChunkingContext): string[] {
  const isDynamic = (each: string): boolean =>
    (context.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0;
  return [...toImporters(id, context)].filter(isDynamic);
}

/**
 * Without their own chunk, modules shared by public and lazy pages would bring the portal's chunks into the public
 * pages.
 */
function isOfPublicAndLazy(id: string, context: Rolldown.ChunkingContext): boolean {
  if (!toEntries(id, context).has(PUBLIC_ENTRY)) return false;
  return toDynamicImports(id, context).length > 0;
}

/** The pay popup shares form fields with the public pages, but not the router. */
const toPublicChunk = (id: string): string => (ROUTER_MODULES.test(id) ? 'router' : 'forms');

/** Returns the chunk of a module that no entry needs. Null leaves the choice to the bundler. */
function toLazyChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const users = toDynamicImports(id, context);
  const isUsedOnlyBy = (modules: readonly string[]) =>
    users.every((user) => modules.includes(user));
  if (users.includes(FULL_STORE)) return 'store';
  if (users.includes(RECEIPT)) return 'receipt';
  if (users.length > 0 && toImporters(id, context).has(DIALOG)) return 'dialog';
  if (users.includes(ACCOUNT))
    return isUsedOnlyBy([ACCOUNT, ...FROM_ACCOUNT]) ? 'account' : 'shared';
  return users.some((user) => PAYING.includes(user)) ? 'paying' : null;
}

/**
 * The portal's document needs few chunks: one shared with the public pages and one of its own. The customer area
 * and the pay popup are one chunk each. The bundler splits everything else.
 */
export const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT_MODULES, priority: 4 },
  {
    name: (id, context) => (toEntries(id, context).size > 1 ? 'both' : null),
    debugName: 'both documents',
    tags: ['$initial'],
    priority: 3,
  },
  {
    name: (id, context) => (toEntries(id, context).has(PORTAL_ENTRY) ? 'portal' : null),
    debugName: 'the portal',
    tags: ['$initial'],
    priority: 2,
  },
  {
    name: (id, context) => (isOfPublicAndLazy(id, context) ? toPublicChunk(id) : null),
    debugName: 'the public pages and lazy parts of the portal',
    priority: 1.5,
  },
  ...['store', 'receipt', 'dialog', 'shared', 'account', 'paying'].map((chunk, index) => ({
    name: (id: string, context: Rolldown.ChunkingContext) =>
      toLazyChunk(id, context) === chunk ? chunk : null,
    debugName: chunk,
    // A chunk also takes the imports of its modules, so chunks that others import from come first.
    priority: 1 - (index + 1) / 10,
  })),
];

/** The overview opens first, so its modules arrive with the entry instead of after it. */
const DESK_FIRST = ['desk-main', 'desk/reports/overview-page'].map(inSource);

/** The staff console: the first view is one chunk, the modules that several pages need another, each page its own. */
export const DESK_CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT_MODULES, priority: 3 },
  {
    name: (id, context) => {
      const importers = toImporters(id, context);
      return DESK_FIRST.some((first) => importers.has(first)) ? 'first' : null;
    },
    debugName: 'the first view of the console',
    priority: 2,
  },
  { name: 'shared', test: /\/web\/src\//, minShareCount: 3, priority: 1 },
];
