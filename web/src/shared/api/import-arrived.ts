/**
 * Every dynamic import of the build goes through this function (`build/retriable-imports.ts`). A browser may cache
 * the failure of a module and never request it again. The files are therefore fetched first, which can be repeated,
 * and the import finds them in the cache.
 */

import { nextTask } from '../lib/next-task.ts';

const arrivals = new Map<string, Promise<void>>();

export async function importArrived<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map((file) => awaitArrival(`/${file}`)));
  return importModule();
}

function awaitArrival(href: string): Promise<void> {
  const known = arrivals.get(href);
  if (known) return known;
  const arrival = arrive(href);
  arrivals.set(href, arrival);
  arrival.catch(() => arrivals.delete(href));
  return arrival;
}

async function arrive(href: string): Promise<void> {
  if (isInDocument(href)) return;
  if (href.endsWith('.css')) return addStyle(href);
  // Starting a request takes several milliseconds on a phone, and a page that appears starts several.
  await nextTask();
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(`${href} did not load`);
  // Reads the whole file, because a truncated response is not cached.
  await answer.arrayBuffer();
}

/** A preload link for a stylesheet does not apply the stylesheet. */
function isInDocument(href: string): boolean {
  const selectors = [
    `script[src="${href}"]`,
    `link[rel="modulepreload"][href="${href}"]`,
    `link[rel="stylesheet"][href="${href}"]`,
    `style[data-href="${href}"]`,
  ];
  return document.querySelector(selectors.join()) !== null;
}

function addStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href });
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${href} did not load`));
    });
    document.head.append(link);
  });
}
