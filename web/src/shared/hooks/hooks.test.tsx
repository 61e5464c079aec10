import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { getNonce } from 'get-nonce';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adoptCspNonce, readCspNonce } from '../ui/overlay/dialog.tsx';
import { useDebouncedText } from './use-debounced-text.ts';
import { useInterval } from './use-interval.ts';
import { useIsOnline } from './use-is-online.ts';
import { useKey } from './use-key.ts';
import { useMediaQuery } from './use-media-query.ts';
import { useTimeout } from './use-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

describe('useInterval', () => {
  it('useInterval calls the latest callback and pauses on null', () => {
    const calls: string[] = [];
    const initialProps: { name: string; delayMs: number | null } = { name: 'a', delayMs: 1_000 };
    const { rerender } = renderHook(
      ({ name, delayMs }) => useInterval(() => calls.push(name), delayMs),
      { initialProps },
    );
    vi.advanceTimersByTime(1_000);
    rerender({ name: 'b', delayMs: 1_000 });
    vi.advanceTimersByTime(1_000);
    rerender({ name: 'c', delayMs: null });
    vi.advanceTimersByTime(5_000);
    expect(calls).toEqual(['a', 'b']);
  });
});

describe('useTimeout', () => {
  it('useTimeout calls its callback once, and never after a cancellation', () => {
    const callback = vi.fn();
    const initialProps: { delayMs: number | null } = { delayMs: 1_000 };
    const { rerender } = renderHook(({ delayMs }) => useTimeout(callback, delayMs), {
      initialProps,
    });
    rerender({ delayMs: null });
    vi.advanceTimersByTime(2_000);
    expect(callback).not.toHaveBeenCalled();
    rerender({ delayMs: 1_000 });
    vi.advanceTimersByTime(5_000);
    expect(callback).toHaveBeenCalledOnce();
  });
});

describe('useDebouncedText', () => {
  function typing() {
    const reported: string[] = [];
    const { result } = renderHook(() =>
      useDebouncedText({ settled: '', onSettled: (text) => reported.push(text), delayMs: 250 }),
    );
    act(() => result.current[1]('HD-1'));
    return reported;
  }

  it('useDebouncedText reports the typed text after a pause', () => {
    const reported = typing();
    act(() => vi.advanceTimersByTime(249));
    expect(reported).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(reported).toEqual(['HD-1']);
  });

  it('useDebouncedText reports nothing after the page is left', () => {
    const reported = typing();
    const { pathname } = window.location;
    window.history.pushState(null, '', '/harbor/pay-invoices');
    act(() => vi.advanceTimersByTime(250));
    expect(reported).toEqual([]);
    window.history.replaceState(null, '', pathname);
  });
});

describe('useKey (product §2)', () => {
  it('useKey ignores a key that was already handled and can be disabled', () => {
    const onPress = vi.fn();
    const { rerender } = renderHook(
      ({ isEnabled }) => useKey({ key: 'Escape', isEnabled }, onPress),
      { initialProps: { isEnabled: true } },
    );
    fireEvent.keyDown(document.body, { key: 'Escape' });
    fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(onPress).toHaveBeenCalledOnce();
    const prevent = (event: Event): void => event.preventDefault();
    document.body.addEventListener('keydown', prevent);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    document.body.removeEventListener('keydown', prevent);
    rerender({ isEnabled: false });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onPress).toHaveBeenCalledOnce();
  });
});

describe('useIsOnline', () => {
  it('useIsOnline follows the connection state of the browser', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    const { result } = renderHook(() => useIsOnline());
    expect(result.current).toBe(true);
    onLine.mockReturnValue(false);
    act(() => {
      window.dispatchEvent(new Event('offline'));
    });
    expect(result.current).toBe(false);
  });
});

describe('useMediaQuery', () => {
  it('useMediaQuery follows the window size', () => {
    const list = Object.assign(new EventTarget(), { matches: false, media: '' });
    // The cast is safe because only the three members the hook uses are simulated.
    vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList);
    const { result } = renderHook(() => useMediaQuery('(max-width: 768px)'));
    expect(result.current).toBe(false);
    list.matches = true;
    act(() => {
      list.dispatchEvent(new Event('change'));
    });
    expect(result.current).toBe(true);
  });
});

describe('CSP nonce', () => {
  it('the CSP nonce is read from the meta element and passed on', () => {
    expect(readCspNonce()).toBeUndefined();
    document.head.innerHTML = '<meta property="csp-nonce" nonce="abc123">';
    expect(readCspNonce()).toBe('abc123');
    adoptCspNonce();
    expect(getNonce()).toBe('abc123');
  });
});
