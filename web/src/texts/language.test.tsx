import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressTexts } from '#texts/address';
import { signInTexts } from '#texts/sign-in';
import { createApiClient } from '../api/client.ts';
import { createFakeNetwork } from '../api/fake-network.ts';
import { createPrincipalHolder } from '../api/principal.ts';

afterEach(cleanup);

/** Every area of the language that is built in, as its file exports it. */
const AREAS = import.meta.glob<Record<string, unknown>>('./en/*.ts', { eager: true });

/** A language nobody speaks: every text of ours between two signs, whatever it is about. */
function pseudo<Texts>(texts: Texts): Texts {
  // because whatever a text is, it stays: a string, a function to one, or a group of them
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

/** A parameter that is given words, a link for instance, is given these. */
function givingPseudo(value: unknown): unknown {
  return typeof value === 'function' ? (words: unknown) => value(inPseudo(words)) : value;
}

function isGroup(text: unknown): text is Record<string, unknown> {
  return typeof text === 'object' && text !== null;
}

/** The dates of the long texts are written by the formatter, not translated. */
function speakPseudo(): void {
  for (const texts of Object.values(AREAS).flatMap(Object.values)) {
    const { updatedOn, ...words } = texts;
    Object.assign(texts, pseudo(words), typeof updatedOn === 'string' ? {} : pseudo({ updatedOn }));
  }
}

function leavesOf(text: unknown, name: string): [string, unknown][] {
  if (!isGroup(text)) return [[name, text]];
  return Object.entries(text).flatMap(([key, part]) => leavesOf(part, `${name}.${key}`));
}

describe('The texts of the web app', () => {
  it('are strings, and functions that make one', () => {
    const leaves = Object.entries(AREAS).flatMap(([path, area]) => leavesOf(area, path));
    expect(leaves.length).toBeGreaterThan(300);
    for (const [name, leaf] of leaves) {
      expect(['string', 'function'], name).toContain(typeof leaf);
      expect(leaf, name).not.toBe('');
    }
  });

  it('can be said in another language, which keeps their names and parameters', () => {
    const texts = pseudo(signInTexts) satisfies typeof signInTexts;
    expect(texts.checkMail).toBe('⟦Check your mail⟧');
    expect(texts.code.label(6)).toBe('⟦6-digit code from the mail⟧');
    const german = { label: 'Adresse', errors: addressTexts.errors } satisfies typeof addressTexts;
    expect(Object.keys(german)).toEqual(Object.keys(addressTexts));
    // @ts-expect-error A language that lacks a text does not compile.
    const incomplete: typeof addressTexts = { label: 'Adresse' };
    expect(Object.keys(incomplete)).not.toEqual(Object.keys(addressTexts));
  });
});

/** What is the same in every language: the product's name, and what the formatter writes. */
const NOT_OURS = /^(Quittance|Q|November 15, 2026|[^\p{L}]*)$/u;
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

  it.each(['/', '/resolve', '/faq', '/privacy-policy', '/terms-of-service', '/nowhere'])(
    'say nothing of their own at %s',
    async (path) => {
      // Imported now: what a module takes from the texts when it loads must be in that language, too.
      const { PublicApp } = await import('../app/public-app.tsx');
      const { fetch } = createFakeNetwork();
      const api = createApiClient({ fetch, principal: createPrincipalHolder() });
      window.history.replaceState(null, '', path);
      render(<PublicApp api={api} onError={() => {}} />);
      const texts = shownTexts();
      expect(texts.length).toBeGreaterThan(5);
      for (const text of texts) expect(text).toMatch(/⟦|⟧/);
    },
  );
});
