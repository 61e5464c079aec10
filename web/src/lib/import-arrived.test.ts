import { afterEach, describe, expect, it } from 'vitest';
import { importArrived } from './import-arrived.ts';

afterEach(() => document.head.replaceChildren());

const requested = () => [...document.head.querySelectorAll('link')];
const answerAll = (event: 'load' | 'error') => {
  for (const link of requested()) link.dispatchEvent(new Event(event));
};

describe('A dynamic import', () => {
  it('starts when its files have arrived', async () => {
    let isImported = false;
    const imported = importArrived(async () => {
      isImported = true;
      return 'the module';
    }, ['assets/a.js', 'assets/d.js']);
    expect(requested().map(({ rel }) => rel)).toEqual(['preload', 'preload']);
    expect(isImported).toBe(false);
    answerAll('load');
    expect(await imported).toBe('the module');
  });

  it('whose file did not arrive fails, and requests the file again the next time', async () => {
    const load = () => importArrived(async () => 'the module', ['assets/b.js']);
    const failed = load();
    answerAll('error');
    await expect(failed).rejects.toThrow('/assets/b.js did not load');
    expect(requested()).toEqual([]);
    const again = load();
    answerAll('load');
    expect(await again).toBe('the module');
  });

  it('requests neither what the document has nor what has arrived', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/c.js">';
    const load = () => importArrived(async () => 'the module', ['assets/c.js']);
    await load();
    document.head.replaceChildren();
    await load();
    expect(requested()).toEqual([]);
  });
});
