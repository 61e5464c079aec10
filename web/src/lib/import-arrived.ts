/**
 * Every dynamic import of the build goes through this function (build/retriable-imports.ts). A browser may remember
 * that a module did not load and never request it again. So the files are requested first, in a way that can be
 * repeated, and the import finds them in the cache.
 */

const arrivals = new Map<string, Promise<void>>();

export async function importArrived<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => arrivalOf(`/${file}`)));
  return importModule();
}

function arrivalOf(href: string): Promise<void> {
  const known = arrivals.get(href);
  if (known) return known;
  const arrival = isInDocument(href) ? Promise.resolve() : request(href);
  arrivals.set(href, arrival);
  arrival.catch(() => arrivals.delete(href));
  return arrival;
}

/** A preload of a style is not the style. */
function isInDocument(href: string): boolean {
  const selectors = [`script[src="${href}"]`, ...['modulepreload', 'stylesheet'].map(linkTo(href))];
  return document.querySelector(selectors.join()) !== null;
}

const linkTo = (href: string) => (rel: string) => `link[rel="${rel}"][href="${href}"]`;

function request(href: string): Promise<void> {
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  Object.assign(link, { rel: isStyle ? 'stylesheet' : 'preload', crossOrigin: '', href });
  if (!isStyle) link.as = 'script';
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} did not load`));
    });
    document.head.append(link);
  });
}
