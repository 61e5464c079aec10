import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadPage } from './session-guard.tsx';

beforeEach(() => sessionStorage.clear());

function setUp() {
  let nowMs = 1_800_000_000_000;
  const reload = vi.fn();
  const parts = { clock: { nowMs: () => nowMs }, storage: sessionStorage, reload };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { parts, reload, pass };
}

describe('Reloading after a refused session (product §8.8)', () => {
  it('a page is reloaded at most once in ten seconds', () => {
    const { parts, reload, pass } = setUp();
    expect(reloadPage(parts)).toBe(true);
    pass(9_999);
    expect(reloadPage(parts)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
    pass(1);
    expect(reloadPage(parts)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
