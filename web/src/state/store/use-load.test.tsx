import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { createWorld } from '../../../test/fixtures.ts';
import { useLoad } from './use-load.ts';

afterEach(cleanup);

/** A page that asks about its place, and notes what it asked and what it dropped. */
function openPage() {
  const { store } = createWorld();
  const asked: string[] = [];
  const dropped: string[] = [];
  const asks = new Map<string, () => { abort: () => void }[]>();
  const askAbout = (place: string) => {
    const ask = () => {
      const name = `${place} ${asked.length}`;
      asked.push(name);
      return [{ abort: () => void dropped.push(name) }];
    };
    return asks.get(place) ?? asks.set(place, ask).get(place) ?? ask;
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const hook = renderHook(({ place }) => useLoad(askAbout(place)), {
    wrapper,
    initialProps: { place: 'first page' },
  });
  return { ...hook, store, asked, dropped };
}

describe('useLoad', () => {
  it('a new load aborts the previous one', () => {
    const { rerender, asked, dropped } = openPage();
    rerender({ place: 'second page' });
    expect(asked).toEqual(['first page 0', 'second page 1']);
    expect(dropped).toEqual(['first page 0']);
  });

  it('a load after a refresh signal aborts the previous one', () => {
    const { rerender, store, asked, dropped } = openPage();
    act(() => void store.dispatch({ type: 'realtime/socketConnected' }));
    rerender({ place: 'second page' });
    expect(asked).toEqual(['first page 0', 'first page 1', 'second page 2']);
    expect(dropped).toEqual(['first page 0', 'first page 1']);
  });

  it('the returned function loads again, and unmounting aborts', () => {
    const { result, unmount, asked, dropped } = openPage();
    act(() => result.current());
    unmount();
    expect(asked).toHaveLength(2);
    expect(dropped).toEqual(asked);
  });
});
