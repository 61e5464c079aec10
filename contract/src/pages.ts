/** The addresses of the documents (product §2.1, R2). */

/** Pages of the public document. Any other first path segment belongs to a company. */
export const PUBLIC_PATHS = {
  home: '/',
  faq: '/faq',
  onboarding: '/onboarding',
  resolve: '/resolve',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
} as const;

/** The reference of the provider API: a separate document, without scripts. */
export const DEVELOPERS_PATH = '/developers';

/** The staff console: a separate document. Below it is the domain of a company, then the console's pages. */
export const DESK_PATH = '/desk';

/** The target of the link in an email to staff; its token is in the fragment, as in `#token=…`. */
export const DESK_SIGN_IN_PATH = '/desk/:domain/sign-in';

/**
 * The first path segments that no company may use as its domain because the portal serves them, or may in the
 * future.
 */
export const RESERVED_DOMAINS: readonly string[] = [
  ...[...Object.values(PUBLIC_PATHS), DEVELOPERS_PATH, DESK_PATH]
    .map((path) => path.slice(1))
    .filter(Boolean),
  'api',
  'assets',
  'metrics',
  'account',
  'admin',
  'auth',
  'console',
  'dashboard',
  'docs',
  'help',
  'login',
  'pay',
  'play',
  'playground',
  'sandbox',
  'staff',
  'security',
  'signup',
  'static',
  'status',
  'support',
  'www',
];

export function isPublicPath(pathname: string): boolean {
  return Object.values<string>(PUBLIC_PATHS).includes(pathname);
}

/** Analytics run only where nothing is typed (R29); the other two pages prompt for references. */
export function isTrackedPath(pathname: string): boolean {
  const { resolve, onboarding } = PUBLIC_PATHS;
  return isPublicPath(pathname) && pathname !== resolve && pathname !== onboarding;
}

export const PORTAL_PATHS = {
  payLink: '/:company/pay/:token',
  login: '/:company/auth/login',
  /** The target of the link in a sign-in email; its token is in the fragment. */
  enter: '/:company/auth',
  projects: '/:company',
  project: '/:company/projects/:projectId/:tab',
  estimate: '/:company/estimates/:estimateId',
  contracts: '/:company/contracts/all',
  invoices: '/:company/invoices',
  invoice: '/:company/invoices/:invoiceRef',
  payments: '/:company/payments',
  statement: '/:company/statement',
  history: '/:company/history',
  upcoming: '/:company/upcoming',
  profile: '/:company/profile',
  /** A partial-payment request: selected orders, each paid in part or in full. */
  request: '/:company/requests/:requestId',
  /** Several invoices selected to be paid together (R48), and the selection being paid. */
  payInvoices: '/:company/pay-invoices',
  selection: '/:company/pay-invoices/:requestId',
} as const;

/** The fragment of a public link that was emailed to repair a failed charge (ADR 0093). */
export const RECOVERY_FRAGMENT = '#recover';

export const SHORT_PATHS = [
  { path: '/:company/projects', page: PORTAL_PATHS.projects },
  { path: '/:company/projects/:projectId', page: '/:company/projects/:projectId/invoices' },
  { path: '/:company/contracts', page: PORTAL_PATHS.contracts },
] as const;

function matches(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/');
  const parts = pathname.replace(/\/+$/, '').split('/');
  const fits = (each: string, index: number) => each.startsWith(':') || each === parts[index];
  return parts.length === wanted.length && parts.slice(1).every(Boolean) && wanted.every(fits);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/**
 * Returns the parts of a path by their names in the pattern, or null if the path does not match or is malformed.
 */
export function toParams(pattern: string, pathname: string): Record<string, string> | null {
  if (!matches(pattern, pathname)) return null;
  const parts = pathname.split('/').map(decoded);
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.split('/').entries()) {
    const value = parts[index];
    if (typeof value !== 'string') return null;
    if (name.startsWith(':')) params[name.slice(1)] = value;
  }
  return params;
}

/** Returns whether a company's portal has a page at this path, checking by the path alone. */
export function isPortalPath(
  pathname: string,
  { isContractsVisible }: { isContractsVisible: boolean },
): boolean {
  const patterns = [...Object.values(PORTAL_PATHS), ...SHORT_PATHS.map(({ path }) => path)];
  const shown = patterns.filter((path) => isContractsVisible || !path.includes('/contracts'));
  return shown.some((pattern) => matches(pattern, pathname));
}
