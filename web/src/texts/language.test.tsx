import { LANGUAGE_NAMES } from '@quittance/contract/language';
import { cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressTexts } from '#texts/account/address';
import { signInTexts } from '#texts/site/sign-in';
import { createFakeNetwork } from '../../test/fake-network.ts';
import { createApiClient } from '../shared/api/client.ts';
import { createPrincipalHolder } from '../shared/api/principal.ts';

afterEach(cleanup);

const AREAS = import.meta.glob<Record<string, unknown>>('./en/**/*.ts');

/** A pseudo-language: every text of ours is placed between two markers. */
function pseudo<Texts>(texts: Texts): Texts {
  // The cast is safe because every text keeps its type: a string, a function that returns one, or a group of them.
  return inPseudo(texts) as Texts;
}

function inPseudo(text: unknown): unknown {
  if (typeof text === 'string') return `⟦${text}⟧`;
  if (typeof text === 'function') {
    return (...values: unknown[]) => inPseudo(text(...values.map(givingPseudo)));
  }
  if (Array.isArray(text)) return text.map(inPseudo);
  if (!isGroup(text) || '$$typeof' in text) return text;
  return Object.fromEntries(Object.entries(text).map(([name, part]) => [name, inPseudo(part)]));
}

/** Passes pseudo-language text to parameters that take words, for example a link. */
function givingPseudo(value: unknown): unknown {
  return typeof value === 'function' ? (words: unknown) => value(inPseudo(words)) : value;
}

function isGroup(text: unknown): text is Record<string, unknown> {
  return typeof text === 'object' && text !== null;
}

/** The formatter writes the dates of the long texts, so they are not translated. */
async function speakPseudo(): Promise<void> {
  vi.resetModules();
  for (const load of Object.values(AREAS)) {
    for (const texts of Object.values(await load()).filter(isGroup)) {
      const { updatedOn, ...words } = texts;
      const isDate = typeof updatedOn === 'string';
      Object.assign(texts, pseudo(words), isDate ? {} : pseudo({ updatedOn }));
    }
  }
}

function listLeaves(text: unknown, name: string): [string, unknown][] {
  if (!isGroup(text)) return [[name, text]];
  return Object.entries(text).flatMap(([key, part]) => listLeaves(part, `${name}.${key}`));
}

describe('The texts of the web app', () => {
  it('every text is a string or a function that returns a string', async () => {
    const areas = await Promise.all(Object.values(AREAS).map((load) => load()));
    const leaves = areas.flatMap((area) => listLeaves({ ...area }, ''));
    expect(leaves.length).toBeGreaterThan(300);
    for (const [name, leaf] of leaves) {
      expect(['string', 'function'], name).toContain(typeof leaf);
      expect(leaf, name).not.toBe('');
    }
  });

  it('the texts of another language have the same keys and parameters', () => {
    const texts = pseudo(signInTexts) satisfies typeof signInTexts;
    expect(texts.checkMail).toBe('⟦Check your email⟧');
    expect(texts.code.label(6)).toBe('⟦6-digit code from the email⟧');
    const german = { ...addressTexts, label: 'Adresse' } satisfies typeof addressTexts;
    expect(Object.keys(german)).toEqual(Object.keys(addressTexts));
    // @ts-expect-error A language that lacks a text does not compile.
    const incomplete: typeof addressTexts = { label: 'Adresse' };
    expect(Object.keys(incomplete)).not.toEqual(Object.keys(addressTexts));
  });
});

/** Texts that are the same in every language: names, and the output of the formatter. */
const NOT_OURS = new RegExp(
  `^(Quittance|Q|${Object.values(LANGUAGE_NAMES).join('|')}|November 1[67], 2026|[^\\p{L}]*)$`,
  'u',
);
const READ_ALOUD = ['aria-label', 'title', 'placeholder', 'alt'];

function shownTexts(): string[] {
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of READ_ALOUD) texts.push(element.getAttribute(name) ?? '');
  }
  return texts.filter((text) => !NOT_OURS.test(text));
}

describe('The public pages in another language', () => {
  beforeAll(speakPseudo);
  // Files of a worker share their modules, so the next files must load English again.
  afterAll(() => vi.resetModules());

  it.each(['/', '/resolve', '/faq', '/privacy-policy', '/terms-of-service', '/nowhere'])(
    'the public page %s has no hard-coded text',
    async (path) => {
      // Imported here, because texts that a module reads when it loads must be in the pseudo-language as well.
      const { PublicApp } = await import('../portal/app/public-app.tsx');
      const { fetch } = createFakeNetwork();
      const api = createApiClient({ fetch, principal: createPrincipalHolder() });
      window.history.replaceState(null, '', path);
      render(<PublicApp api={api} />);
      const texts = shownTexts();
      expect(texts.length).toBeGreaterThan(5);
      for (const text of texts) expect(text).toMatch(/⟦|⟧/);
    },
  );
});
