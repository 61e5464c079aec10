/**
 * Every page that exists: where it lives, how to get there and what its window is called (product §2.1,
 * R2). Pages of the public document and of the portal are two documents; between them one navigates with
 * a plain link (decision 0022).
 */

type PublicPage = { path: string; title: string };

/** Pages of the public document. */
export const PUBLIC_PAGES = {
  home: { path: '/', title: 'Customer Payment Portal' },
  faq: { path: '/faq', title: 'FAQ' },
  privacyPolicy: { path: '/privacy-policy', title: 'Privacy Policy' },
  termsOfService: { path: '/terms-of-service', title: 'Terms of Service' },
} as const satisfies Record<string, PublicPage>;

/** Pages of the portal's document; their title names the company. */
export const PORTAL_PAGES = {
  payLink: {
    path: '/:company/pay/:token',
    href: ({ company, token }: { company: string; token: string }): string =>
      `/${encodeURIComponent(company)}/pay/${encodeURIComponent(token)}`,
  },
} as const;

const UNKNOWN_COMPANY_TITLE = 'Resolve the invoice';

/** The title of every page without one of its own. */
export function portalTitle(companyName: string | null): string {
  return companyName ? `${companyName} customer portal` : UNKNOWN_COMPANY_TITLE;
}

export function titleOf(path: string, companyName: string | null): string {
  const page = Object.values(PUBLIC_PAGES).find((candidate) => candidate.path === path);
  return page?.title ?? portalTitle(companyName);
}
