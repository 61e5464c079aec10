// Which module goes into which file of the build. On a phone every file costs a round trip, so what is needed
// together comes together, as it follows from who asks for a module.

import type { Rolldown } from 'vite';

const SOURCE = `${import.meta.dirname.replace(/build$/, 'src')}/`;

/** Changes only with its version, so returning payers have it in their cache after a release. */
const REACT_MODULES = /node_modules\/(?:react|react-dom|scheduler)\//;

const inSource = (name: string): string => `${SOURCE}${name}.tsx`;

const PORTAL_START = inSource('portal-main');
const PUBLIC_START = inSource('public-main');

/** Everything behind a sign-in, but for what is fetched from there: large, or seldom seen. */
export const ACCOUNT = inSource('app/customer-area');
const FROM_ACCOUNT = [
  'features/sign-in/sign-in-again',
  'pages/portal/contracts',
  'pages/portal/entry/sign-in-link',
  'pages/portal/entry/login',
  'pages/portal/profile',
  'pages/portal/projects/project',
  'popups/burger-menu',
].map(inSource);
const PAYING = ['popups/pay', 'popups/change-method'].map(inSource);
/** Small parts that others hold too, and that are often needed without them. */
const RECEIPT = inSource('features/invoice/receipt-button');
const DIALOG = inSource('ui/overlay/dialog');

/** The modules through which a module is asked for: itself, and all that import it at once. */
function importersOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = new Set([id]);
  for (const each of seen) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  }
  return seen;
}

/** What starts a document is in no file that another one could ask for, so it does not reach itself. */
function startsOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const seen = importersOf(id, context);
  const isStart = id === PORTAL_START || id === PUBLIC_START;
  return new Set(isStart ? [] : [PORTAL_START, PUBLIC_START].filter((start) => seen.has(start)));
}

/** The files that are asked for by themselves, later, and cannot do without a module. */
function askersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const isAskedFor = (each: string): boolean =>
    (context.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0;
  return [...importersOf(id, context)].filter(isAskedFor);
}

/** Whose a module is that is asked for later: a customer's account, the popups that pay, or anybody's. */
function laterFileOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const askers = askersOf(id, context);
  const isOnlyOf = (files: readonly string[]) => askers.every((asker) => files.includes(asker));
  if (askers.includes(RECEIPT)) return 'receipt';
  if (askers.length > 0 && importersOf(id, context).has(DIALOG)) return 'dialog';
  if (askers.includes(ACCOUNT)) return isOnlyOf([ACCOUNT, ...FROM_ACCOUNT]) ? 'account' : 'shared';
  return askers.some((asker) => PAYING.includes(asker)) ? 'paying' : null;
}

/**
 * What a payer's document needs at once comes in few files, since on a phone each costs a round trip:
 * what it shares with the public pages, and what is its own. So does what a signed-in customer sees,
 * which that document names as well, and the popup that pays. The rest stays split as the pages are.
 */
export const FILES: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: REACT_MODULES, priority: 4 },
  {
    name: (id, context) => (startsOf(id, context).size > 1 ? 'both' : null),
    debugName: 'both documents',
    tags: ['$initial'],
    priority: 3,
  },
  {
    name: (id, context) => (startsOf(id, context).has(PORTAL_START) ? 'portal' : null),
    debugName: 'the portal',
    tags: ['$initial'],
    priority: 2,
  },
  ...['receipt', 'dialog', 'shared', 'account', 'paying'].map((file, index) => ({
    name: (id: string, context: Rolldown.ChunkingContext) =>
      laterFileOf(id, context) === file ? file : null,
    debugName: file,
    // A file takes along what its modules import, so those come first that others import from.
    priority: 1 - (index + 1) / 10,
  })),
];
