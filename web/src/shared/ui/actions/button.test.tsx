import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('a button calls back when pressed and does not submit a form by default', () => {
    const onClick = vi.fn();
    render(<Button onClick={onClick}>Pay now</Button>);
    const button = screen.getByRole('button', { name: 'Pay now' });
    fireEvent.click(button);
    expect(onClick).toHaveBeenCalledOnce();
    expect(button.getAttribute('type')).toBe('button');
  });

  it('a loading button ignores presses, keeps its focus and is marked as busy', () => {
    const onClick = vi.fn();
    render(
      <Button isLoading onClick={onClick}>
        Pay now
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Pay now' });
    button.focus();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  it('a loading button does not submit its form', () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isLoading>
          Pay now
        </Button>
      </form>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("a loading button shows 'Loading ...' in place of the label (product §5) and keeps its width", () => {
    const { rerender } = render(
      <Button isLoading loadingText="Loading ...">
        Pay now
      </Button>,
    );
    expect(screen.getByRole('button', { name: 'Loading ...' })).toBeTruthy();
    expect(screen.getByText('Pay now')).toBeTruthy();
    rerender(<Button loadingText="Loading ...">Pay now</Button>);
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy();
    expect(screen.getByText('Loading ...')).toBeTruthy();
  });

  it('an unavailable button can be focused but not pressed', () => {
    const onClick = vi.fn();
    render(<IconButton icon="download" label="Receipt" isUnavailable onClick={onClick} />);
    const button = screen.getByRole('button', { name: 'Receipt' });
    button.focus();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });
});
