import { act, cleanup, render, screen } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast } from './show-toast.tsx';
import { ToastContainer } from './toast-container.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  // Toasts that another file showed without a container wait for the first one.
  toast.dismiss();
});
afterEach(() => {
  act(() => {
    toast.clearWaitingQueue();
    toast.dismiss();
  });
  cleanup();
  vi.useRealTimers();
});

async function show(...texts: string[]): Promise<void> {
  for (const text of texts) act(() => showToast({ tone: 'info', text }));
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const shown = () => screen.queryAllByRole('status').map(({ textContent }) => textContent);

/** A toast expires when the animation of its (invisible) bar ends. */
function bar(): HTMLElement {
  const element = document.querySelector<HTMLElement>('.Toastify__progress-bar');
  if (!element) throw new Error('no bar');
  return element;
}

describe('Toasts in their two flows (product §2.29, §9.4)', () => {
  it('portal toasts stay for 5 seconds at the top right', async () => {
    render(<ToastContainer flow="portal" />);
    await show('Contact updated', 'Contact removed');
    expect(shown()).toEqual(['Contact updated', 'Contact removed']);
    expect(bar().closest('.Toastify__toast-container--top-right')).not.toBeNull();
    expect(bar().style.animationDuration).toBe('5000ms');
  });

  it('sign-in toasts stay for 4 seconds at the top center, one at a time', async () => {
    render(<ToastContainer flow="auth" />);
    await show('Please sign in', "That code isn't right");
    expect(shown()).toEqual(['Please sign in']);
    expect(bar().closest('.Toastify__toast-container--top-center')).not.toBeNull();
    expect(bar().style.animationDuration).toBe('4000ms');
  });
});
