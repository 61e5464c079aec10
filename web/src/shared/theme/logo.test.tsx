import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Logo } from './logo.tsx';

afterEach(cleanup);

describe('Logo (product §1)', () => {
  it('the logo beside the name is visible and hidden from screen readers', () => {
    render(<Logo name="Harbor Dental" logoUrl="/harbor.png" />);
    expect(screen.getByRole('presentation').getAttribute('src')).toBe('/harbor.png');
  });

  it('the logo falls back to the initials when the image does not load', () => {
    render(<Logo name="Harbor Dental" logoUrl="/harbor.png" />);
    fireEvent.error(screen.getByRole('presentation'));
    expect(screen.getByText('HD')).toBeTruthy();
  });

  it('the logo is loaded again when its URL changes', () => {
    const { rerender } = render(<Logo name="Harbor Dental" logoUrl="/broken.png" isAlone />);
    fireEvent.error(screen.getByRole('img'));
    rerender(<Logo name="Harbor Dental" logoUrl="/fixed.png" isAlone />);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/fixed.png');
  });

  it('a logo without a visible name has the company name as alternative text', () => {
    render(<Logo name="Harbor Dental" isAlone />);
    expect(screen.getByText('Harbor Dental')).toBeTruthy();
  });
});
