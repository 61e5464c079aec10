/** The head of a served document: its title, and the address of a public page in each language. Also the robots.txt. */
import {
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
  toLanguage,
} from '@quittance/contract/language';
import { PUBLIC_PATHS } from '@quittance/contract/pages';
import { escapeHtml } from '../../kernel/escape-html.ts';
import { SERVER_TEXTS } from '../../texts/catalogs.ts';

const TITLE = /<title>[^<]*<\/title>/;

type PublicPage = keyof typeof PUBLIC_PATHS;

function publicPage(pathname: string): PublicPage | null {
  const names = Object.keys(PUBLIC_PATHS) as PublicPage[]; // because keys() forgets the union
  return names.find((name) => PUBLIC_PATHS[name] === pathname) ?? null;
}

export type Head = { title: string; links: string };

export function portalHead(language: Language, companyName: string | null): Head {
  const { titles } = SERVER_TEXTS[language];
  return { title: companyName ? titles.portalOf(companyName) : titles.invoice, links: '' };
}

/** An address without a language is the page for everyone else: it is shown in the visitor's language. */
export function publicHead(publicUrl: string, language: Language, url: URL): Head {
  const { titles } = SERVER_TEXTS[language];
  const page = publicPage(url.pathname);
  if (!page) return portalHead(language, null);
  // Two addresses show the same page.
  const path = page === 'onboarding' ? PUBLIC_PATHS.resolve : PUBLIC_PATHS[page];
  const address = new URL(path, publicUrl).href;
  const addressIn = (chosen: Language): string => `${address}?${LANGUAGE_PARAMETER}=${chosen}`;
  const chosen = toLanguage(url.searchParams.get(LANGUAGE_PARAMETER));
  const alternate = (name: string, href: string): string =>
    `<link rel="alternate" hreflang="${name}" href="${escapeHtml(href)}">`;
  return {
    title: titles[page === 'onboarding' ? 'resolve' : page],
    links: [
      `<link rel="canonical" href="${escapeHtml(chosen ? addressIn(chosen) : address)}">`,
      ...LANGUAGES.map((each) => alternate(each, addressIn(each))),
      alternate('x-default', address),
    ].join(''),
  };
}

/** The title may contain a company's name, so nothing inside it may be replaced afterwards. */
export function withHead(html: string, { title, links }: Head): string {
  return html.replace(TITLE, () => `<title>${escapeHtml(title)}</title>${links}`);
}

/** Crawlers may read the public pages only. The address of a public link is a secret. */
export const ROBOTS = [
  'User-agent: *',
  ...Object.values(PUBLIC_PATHS).map((path) => (path === '/' ? 'Allow: /$' : `Allow: ${path}`)),
  `Allow: /?${LANGUAGE_PARAMETER}=`,
  'Allow: /assets/',
  'Disallow: /',
  '',
].join('\n');
