import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGlobal, loadWithin, ScriptTimedOut } from './script-loader.ts';

const sourceUrl = 'http://localhost:4010/payengine/js/1.0.0/securefields.min.js';

function addScript(src: string): void {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.src = src;
  document.head.append(script);
}

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

describe('Script loader', () => {
  it('the script loader returns the loaded object', async () => {
    await expect(loadWithin({ sourceUrl, load: async () => 'object' })).resolves.toBe('object');
  });

  it('a script load times out after 15 seconds and removes its tag, so a retry loads again', async () => {
    addScript(`${sourceUrl}?key=pk`);
    addScript('http://localhost/own.js');
    const loading = loadWithin({ sourceUrl, load: () => new Promise(() => {}) });
    const outcome = expect(loading).rejects.toThrow(ScriptTimedOut);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(scripts()).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(scripts()).toEqual(['http://localhost/own.js']);
  });

  it('the tag of a failed script is removed', async () => {
    addScript(sourceUrl);
    const failure = new Error('blocked');
    await expect(loadWithin({ sourceUrl, load: () => Promise.reject(failure) })).rejects.toBe(
      failure,
    );
    expect(scripts()).toEqual([]);
  });
});

describe('loadGlobal', () => {
  const found = { name: 'object' };

  it('the function loadGlobal returns an existing object at once', async () => {
    await expect(loadGlobal({ scriptUrl: sourceUrl, read: () => found })).resolves.toBe(found);
    expect(scripts()).toEqual([]);
  });

  it('a script that is already on the page is not inserted again', async () => {
    addScript(sourceUrl);
    let object: typeof found | undefined;
    const ask = () => loadGlobal({ scriptUrl: sourceUrl, read: () => object });
    const asked = Promise.all([ask(), ask()]);
    expect(scripts()).toEqual([sourceUrl]);
    await vi.advanceTimersByTimeAsync(250);
    object = found;
    await vi.advanceTimersByTimeAsync(100);
    await expect(asked).resolves.toEqual([found, found]);
  });

  it('a failed script makes the load fail at once', async () => {
    const asked = loadGlobal({ scriptUrl: sourceUrl, read: () => undefined });
    const outcome = expect(asked).rejects.toThrow('did not load');
    document.querySelector('script')?.dispatchEvent(new Event('error'));
    await outcome;
    expect(scripts()).toEqual([]);
  });
});
