import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSource } from '../../../test/read-source.ts';
import { chooseScheme, SCHEME_KEY, savedScheme, showScheme } from './color-scheme.ts';

const root = document.documentElement;
const medias = () =>
  [...document.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'));

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">' +
    '<meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">';
});
afterEach(() => {
  chooseScheme('system');
  document.head.replaceChildren();
});

describe('Light or dark', () => {
  it('the color scheme follows the device until the visitor chooses', () => {
    expect(savedScheme()).toBe('system');
    expect(root.dataset['theme']).toBeUndefined();
  });

  it("the chosen color scheme is saved, and the choice 'system' removes it", () => {
    chooseScheme('dark');
    expect(savedScheme()).toBe('dark');
    expect(root.dataset['theme']).toBe('dark');
    expect(medias()).toEqual(['not all', 'all']);
    chooseScheme('system');
    expect(window.localStorage.getItem(SCHEME_KEY)).toBeNull();
    expect(medias()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  });

  it('the color scheme falls back to the device for an unknown saved value', () => {
    window.localStorage.setItem(SCHEME_KEY, 'sepia');
    expect(savedScheme()).toBe('system');
  });

  it('the color scheme is applied in a browser without storage', () => {
    const refusing = (): never => {
      throw new Error('the visitor forbids it');
    };
    chooseScheme('light', refusing);
    expect(root.dataset['theme']).toBe('light');
    expect(savedScheme(refusing)).toBe('system');
    showScheme('system');
  });

  it('both documents set the color scheme before the first paint', () => {
    for (const name of ['index', 'portal']) {
      expect(readSource(`../${name}.html`)).toContain(`localStorage.getItem('${SCHEME_KEY}')`);
    }
  });
});
