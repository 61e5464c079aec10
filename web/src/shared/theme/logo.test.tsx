import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Logo } from './logo.tsx';

afterEach(cleanup);

describe('Logo (product §1)', () => {
  it('shows the logo, silent beside the name', () => {
    render(<Logo name="Harbor Dental" logoUrl="/harbor.png" />);
    expect(screen.getByRole('presentation').getAttribute('src')).toBe('/harbor.png');
  });

  it('falls back to the initials when the image does not load', () => {
    render(<Logo name="Harbor Dental" logoUrl="/harbor.png" />);
    fireEvent.error(screen.getByRole('presentation'));
    expect(screen.getByText('HD')).toBeTruthy();
  });

  it('loads the logo again when its url changes', () => {
    const { rerender } = render(<Logo name="Harbor Dental" logoUrl="/broken.png" isAlone />);
    fireEvent.error(screen.getByRole('img'));
    rerender(<Logo name="Harbor Dental" logoUrl="/fixed.png" isAlone />);
    expect(screen.getByRole('img').getAttribute('src')).toBe('/fixed.png');
  });

  it('has the company name as text when it is alone', () => {
    render(<Logo name="Harbor Dental" isAlone />);
    expect(screen.getByText('Harbor Dental')).toBeTruthy();
  });
});
