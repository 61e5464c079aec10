/** The pages of the public document (product §2.1). Any other first path segment belongs to a company. */

export const PUBLIC_PATHS = {
  home: '/',
  faq: '/faq',
  onboarding: '/onboarding',
  resolve: '/resolve',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
} as const;

export function isPublicPath(pathname: string): boolean {
  return Object.values<string>(PUBLIC_PATHS).includes(pathname);
}

/** Analytics run only where nothing is typed (R29): the other two pages ask for references. */
export function isTrackedPath(pathname: string): boolean {
  const { resolve, onboarding } = PUBLIC_PATHS;
  return isPublicPath(pathname) && pathname !== resolve && pathname !== onboarding;
}
