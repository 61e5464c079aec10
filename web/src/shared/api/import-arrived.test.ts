import { afterEach, describe, expect, it, vi } from 'vitest';
import { importArrived } from './import-arrived.ts';

afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

function stubNetwork(...statuses: number[]) {
  const network = vi.fn(
    async (_href: string) => new Response('', { status: statuses.shift() ?? 200 }),
  );
  vi.stubGlobal('fetch', network);
  return () => network.mock.calls.map(([href]) => href);
}

const load = (...files: string[]) => importArrived(async () => 'the module', files);

describe('A dynamic import', () => {
  it('a dynamic import starts when its files have arrived', async () => {
    const requested = stubNetwork();
    expect(await load('assets/a.js', 'assets/d.js')).toBe('the module');
    expect(requested()).toEqual(['/assets/a.js', '/assets/d.js']);
  });

  it('a dynamic import fails when its file did not arrive, and the next import requests the file again', async () => {
    const requested = stubNetwork(404);
    await expect(load('assets/b.js')).rejects.toThrow('/assets/b.js did not load');
    expect(await load('assets/b.js')).toBe('the module');
    expect(requested()).toEqual(['/assets/b.js', '/assets/b.js']);
  });

  it('a dynamic import does not request files that are already loaded', async () => {
    const requested = stubNetwork();
    document.head.innerHTML =
      '<link rel="modulepreload" href="/assets/c.js"><style data-href="/assets/c.css"></style>';
    await load('assets/c.js', 'assets/c.css');
    expect(document.querySelector('link[rel="stylesheet"]')).toBeNull();
    document.head.replaceChildren();
    await load('assets/c.js');
    expect(requested()).toEqual([]);
  });
});
