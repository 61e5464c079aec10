import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useRestoredFocus } from './page-column.tsx';

afterEach(cleanup);

function Page({ isPayable }: { isPayable: boolean }) {
  const main = useRestoredFocus<HTMLElement>();
  return (
    <main ref={main} tabIndex={-1}>
      {isPayable && <button type="button">Pay now</button>}
      <button type="button">Other</button>
    </main>
  );
}

/** Mutation observers run after the change. */
const told = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('useRestoredFocus', () => {
  it('focus moves to the page when the focused button is removed', async () => {
    const { rerender } = render(<Page isPayable />);
    screen.getByRole('button', { name: 'Pay now' }).focus();
    rerender(<Page isPayable={false} />);
    await told();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('focus stays where the payer moved it', async () => {
    const { rerender } = render(<Page isPayable />);
    screen.getByRole('button', { name: 'Pay now' }).focus();
    const other = screen.getByRole('button', { name: 'Other' });
    other.focus();
    rerender(<Page isPayable={false} />);
    await told();
    expect(document.activeElement).toBe(other);
  });

  it('focus is not restored if the payer had already left the button', async () => {
    const { rerender } = render(<Page isPayable />);
    const pay = screen.getByRole('button', { name: 'Pay now' });
    pay.focus();
    pay.blur();
    await told();
    rerender(<Page isPayable={false} />);
    await told();
    expect(document.activeElement).toBe(document.body);
  });
});
