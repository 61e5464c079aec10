/** The URL paths of the HTML pages (product §2.1, R2). */

/** Pages of the public document. Any other first path segment belongs to a company. */
export const PUBLIC_PATHS = {
  home: '/',
  faq: '/faq',
  onboarding: '/onboarding',
  resolve: '/resolve',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
} as const;

export const DEVELOPERS_PATH = '/developers';

/** The staff console: a separate HTML document. Its pages are under `/desk/<domain>`. */
export const DESK_PATH = '/desk';

/** The link in emails to staff points here; its token is in the fragment, as in `#token=…`. */
export const DESK_SIGN_IN_PATH = '/desk/:domain/sign-in';

/** Creates the first company; the token is in the fragment. No company can be named like its last part. */
export const SETUP_PATH = '/desk/setup';

/** First path segments that no company may use as its domain, because the portal uses or reserves them. */
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
  'setup',
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

/** Analytics run only on pages where nothing is typed (R29). The other two pages ask for references. */
export function isTrackedPath(pathname: string): boolean {
  const { resolve, onboarding } = PUBLIC_PATHS;
  return isPublicPath(pathname) && pathname !== resolve && pathname !== onboarding;
}

export const PORTAL_PATHS = {
  payLink: '/:company/pay/:token',
  login: '/:company/auth/login',
  /** The link in sign-in emails points here; its token is in the fragment. */
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
  request: '/:company/requests/:requestId',
  /** Paying several invoices together (R48): selecting them, then paying the selection. */
  payInvoices: '/:company/pay-invoices',
  selection: '/:company/pay-invoices/:requestId',
} as const;

/** The fragment of a public link emailed to a payer to fix a failed charge (ADR 0093). */
export const RECOVERY_FRAGMENT = '#recover';

export const SHORT_PATHS = [
  { path: '/:company/projects', page: PORTAL_PATHS.projects },
  { path: '/:company/projects/:projectId', page: '/:company/projects/:projectId/invoices' },
  { path: '/:company/contracts', page: PORTAL_PATHS.contracts },
] as const;

const toParts = (pathname: string): string[] => pathname.replace(/\/+$/, '').split('/');

function matches(pattern: string, parts: readonly string[]): boolean {
  const wanted = pattern.split('/');
  const fits = (each: string, index: number) => each.startsWith(':') || each === parts[index];
  return parts.length === wanted.length && wanted.every(fits) && parts.slice(1).every(Boolean);
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

export function toParams(pattern: string, pathname: string): Record<string, string> | null {
  if (!matches(pattern, toParts(pathname))) return null;
  const parts = pathname.split('/').map(decoded);
  const params: Record<string, string> = {};
  for (const [index, name] of pattern.split('/').entries()) {
    const value = parts[index];
    if (typeof value !== 'string') return null;
    if (name.startsWith(':')) params[name.slice(1)] = value;
  }
  return params;
}

/** Whether the path has the form of a page in a company's portal. Does not check whether its records exist. */
export function isPortalPath(
  pathname: string,
  { isContractsVisible }: { isContractsVisible: boolean },
): boolean {
  const patterns = [...Object.values(PORTAL_PATHS), ...SHORT_PATHS.map(({ path }) => path)];
  const shown = patterns.filter((path) => isContractsVisible || !path.includes('/contracts'));
  const parts = toParts(pathname);
  return shown.some((pattern) => matches(pattern, parts));
}
