import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../test/fixtures.ts';
import { useLoad } from './use-load.ts';

afterEach(cleanup);

/** A page that loads by its parameter and records its loads and aborts. */
function openPage() {
  const { store } = createWorld();
  const loads: string[] = [];
  const aborts: string[] = [];
  const loaders = new Map<string, () => { abort: () => void }[]>();
  const loaderOf = (page: string) => {
    const load = () => {
      const name = `${page} ${loads.length}`;
      loads.push(name);
      return [{ abort: () => void aborts.push(name) }];
    };
    return loaders.get(page) ?? loaders.set(page, load).get(page) ?? load;
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const hook = renderHook(({ page }) => useLoad(loaderOf(page)), {
    wrapper,
    initialProps: { page: 'first page' },
  });
  return { ...hook, store, loads, aborts };
}

describe('useLoad', () => {
  it('a new load aborts the previous one', () => {
    const { rerender, loads, aborts } = openPage();
    rerender({ page: 'second page' });
    expect(loads).toEqual(['first page 0', 'second page 1']);
    expect(aborts).toEqual(['first page 0']);
  });

  it('a load after a refresh signal aborts the previous one', () => {
    const { rerender, store, loads, aborts } = openPage();
    act(() => void store.dispatch({ type: 'realtime/socketConnected' }));
    rerender({ page: 'second page' });
    expect(loads).toEqual(['first page 0', 'first page 1', 'second page 2']);
    expect(aborts).toEqual(['first page 0', 'first page 1']);
  });

  it('the returned function loads again, and unmounting aborts', () => {
    const { result, unmount, loads, aborts } = openPage();
    act(() => result.current());
    unmount();
    expect(loads).toHaveLength(2);
    expect(aborts).toEqual(loads);
  });
});
