import { describe, expect, it } from 'vitest';
import { chooseLanguage, preferredLanguage, toLanguage } from './language.ts';
import { pickPlural } from './plural.ts';

const NOTHING = {
  address: null,
  signedIn: null,
  remembered: null,
  linked: null,
  acceptLanguage: undefined,
};

describe('The language of a page (R50)', () => {
  it('the language of a page comes from the URL, then the customer, then the browser', () => {
    const all = {
      address: 'es',
      signedIn: 'en',
      remembered: 'en',
      linked: 'en',
      acceptLanguage: 'en',
    };
    expect(chooseLanguage(all)).toBe('es');
    expect(chooseLanguage({ ...all, address: null, signedIn: 'es' })).toBe('es');
    expect(chooseLanguage({ ...NOTHING, linked: 'es', acceptLanguage: 'en' })).toBe('es');
    expect(chooseLanguage({ ...NOTHING, acceptLanguage: 'es-MX,es;q=0.9' })).toBe('es');
    expect(chooseLanguage(NOTHING)).toBe('en');
  });

  it('the language chosen in this browser takes precedence over the setting of a link', () => {
    const page = { ...NOTHING, remembered: 'es', linked: 'en', acceptLanguage: 'en' };
    expect(chooseLanguage(page)).toBe('es');
    expect(chooseLanguage({ ...page, signedIn: 'en' })).toBe('en');
  });

  it('an unsupported language is skipped', () => {
    const page = {
      ...NOTHING,
      address: 'tlh',
      remembered: '<b>',
      acceptLanguage: 'tlh, es;q=0.3',
    };
    expect(chooseLanguage(page)).toBe('es');
    expect(chooseLanguage({ ...page, acceptLanguage: 'tlh' })).toBe('en');
  });

  it.each([
    ['es', 'es'],
    ['ES-419', 'es'],
    [' en-US ', 'en'],
    ['est', null],
    ['', null],
    [undefined, null],
  ])('the language tag %j selects the page language %j', (tag, language) => {
    expect(toLanguage(tag)).toBe(language);
  });

  it.each([
    ['es-US,es;q=0.9,en;q=0.8', 'es'],
    ['en;q=0.5, es', 'es'],
    ['de, en;q=0.7, es;q=0.9', 'es'],
    ['es;q=0, en;q=0.1', 'en'],
    ['de, *;q=0.1', 'en'],
    ['es;q=a, en;q=0.2', 'en'],
    ['de', null],
    ['', null],
    [undefined, null],
  ])('a browser with the language preferences %j gets the language %j', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

describe('Plural forms', () => {
  it('plural forms follow the rules of the language', () => {
    const days = { one: 'día', other: 'días' };
    expect([0, 1, 2].map((count) => pickPlural('es', count, days))).toEqual([
      'días',
      'día',
      'días',
    ]);
    const english = { one: 'day', other: 'days' };
    expect([0, 1, 2].map((count) => pickPlural('en', count, english))).toEqual([
      'days',
      'day',
      'days',
    ]);
  });

  it('plural forms include categories that English lacks', () => {
    const people = { one: 'persona', many: 'de personas', other: 'personas' };
    expect(pickPlural('es', 1_000_000, people)).toBe('de personas');
    expect(pickPlural('es', 1_000_000, { other: 'personas' })).toBe('personas');
  });
});
