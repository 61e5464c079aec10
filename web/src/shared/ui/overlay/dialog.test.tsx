import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setViewportWidth } from '../../../../test/set-viewport.ts';
import { Dialog, type DialogProps } from './dialog.tsx';
import { Overlay } from './overlay.tsx';

afterEach(cleanup);

function open(props: Partial<DialogProps> = {}) {
  const onClose = vi.fn();
  render(
    <Dialog isOpen title="Payment method" onClose={onClose} {...props}>
      <button type="button">Inside</button>
    </Dialog>,
  );
  return { onClose, dialog: screen.getByRole('dialog', { name: 'Payment method' }) };
}

function pressBackdrop(): void {
  const backdrop = document.querySelector('[data-state="open"]:not([role="dialog"])');
  if (!backdrop) throw new Error('no backdrop');
  fireEvent.pointerDown(backdrop, { button: 0, pointerType: 'mouse' });
  fireEvent.click(backdrop);
}

/** Radix listens for presses outside only after the press that opened the popup has ended. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('A dialog without a network (product §2.35)', () => {
  it('the text is above the amounts and covers nothing', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    open({ footer: <button type="button">Confirm</button> });
    const text = screen.getByText(/^You're offline\./);
    expect(text.closest('[role=dialog]')).not.toBeNull();
    vi.restoreAllMocks();
  });
});

describe('Dialog (product §2)', () => {
  it('a dialog closes on its button, on Escape and on a press on the backdrop', async () => {
    const { onClose } = open();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(2);
    await settle();
    pressBackdrop();
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('a dialog cannot be closed while blocked (product §4: while the cancel is loading)', async () => {
    const { onClose } = open({ isBlocked: true });
    await settle();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.keyDown(document, { key: 'Escape' });
    pressBackdrop();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('a dialog stays open when a toast is pressed', async () => {
    const { onClose } = open();
    await settle();
    const toast = document.createElement('div');
    toast.className = 'Toastify';
    document.body.append(toast);
    fireEvent.pointerDown(toast, { button: 0, pointerType: 'mouse' });
    fireEvent.click(toast);
    toast.remove();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('a dialog takes the focus on opening and returns the focus on closing', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Pay now
          </button>
          <Dialog isOpen={isOpen} title="Payment method" onClose={() => setIsOpen(false)}>
            <p>Fields</p>
          </Dialog>
        </>
      );
    }
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Pay now' });
    opener.focus();
    fireEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByRole('dialog'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('a dialog with an overlay present from the start still returns the focus', async () => {
    function Page() {
      const [isOpen, setIsOpen] = useState(false);
      const overlay = <Overlay variant="loading" title="Initializing" />;
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Pay now
          </button>
          {isOpen && (
            <Dialog
              isOpen
              title="Payment method"
              overlay={overlay}
              onClose={() => setIsOpen(false)}
            >
              <p>Fields</p>
            </Dialog>
          )}
        </>
      );
    }
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Pay now' });
    opener.focus();
    fireEvent.click(opener);
    fireEvent.keyDown(document, { key: 'Escape' });
    await settle();
    expect(document.activeElement).toBe(opener);
  });

  it('a dialog moves the focus to the page when its opener no longer exists', async () => {
    function Page() {
      const [isPaid, setIsPaid] = useState(false);
      return (
        <main tabIndex={-1}>
          {!isPaid && (
            <>
              <button type="button">Pay now</button>
              <Dialog isOpen title="Payment method" onClose={() => setIsPaid(true)}>
                <p>Fields</p>
              </Dialog>
            </>
          )}
        </main>
      );
    }
    render(<Page />);
    fireEvent.keyDown(document, { key: 'Escape' });
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('an overlay covers the dialog content, keeps it mounted and takes the focus', () => {
    const overlay = <Overlay variant="pending" title="Saving payment method" />;
    const { dialog } = open({ overlay });
    const inside = screen.getByText('Inside');
    expect(inside.closest('[inert]')).toBeTruthy();
    expect(dialog.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toContain('Saving payment method');
  });

  it('a dialog shows the sidebar on a wide screen and the carousel on a narrow screen', () => {
    setViewportWidth(1280);
    open({ sidebar: 'Sidebar', carousel: 'Carousel' });
    expect(screen.queryByText('Sidebar')).toBeTruthy();
    expect(screen.queryByText('Carousel')).toBeNull();
    cleanup();
    setViewportWidth(768);
    open({ sidebar: 'Sidebar', carousel: 'Carousel' });
    expect(screen.queryByText('Sidebar')).toBeNull();
    expect(screen.queryByText('Carousel')).toBeTruthy();
    setViewportWidth(1024);
  });

  it('a dialog announces all its amounts when one of them changes', () => {
    const rows = [{ label: 'Processing fee', value: '$12.00' }];
    open({ amounts: { rows, total: { label: 'Total', value: '$1,512.00' } }, footer: 'Pay' });
    const live = screen.getByText('$1,512.00').closest('[aria-live="polite"][aria-atomic="true"]');
    expect(live?.textContent).toContain('$12.00');
  });
});

describe('Result overlay (product §4)', () => {
  it('a result overlay is assertive for an error and polite otherwise', () => {
    const { rerender } = render(<Overlay variant="pending" title="Please wait" />);
    const region = screen.getByRole('status');
    rerender(<Overlay variant="success" title="Payment successful!" />);
    expect(screen.getByRole('status')).toBe(region);
    expect(region.textContent).toBe('Payment successful!');
    rerender(<Overlay variant="error" title="Payment unsuccessful!" />);
    expect(screen.getByRole('alert').textContent).toBe('Payment unsuccessful!');
  });
});
