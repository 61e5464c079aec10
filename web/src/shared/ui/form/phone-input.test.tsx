import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PhoneInput } from './phone-input.tsx';

afterEach(cleanup);

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' });

describe('Phone-number input (product §2.28)', () => {
  it('a phone input opens the numeric keyboard', () => {
    render(<PhoneInput label="Phone number" />);
    expect(field()).toMatchObject({ type: 'tel', autocomplete: 'tel' });
    expect(field().getAttribute('aria-invalid')).not.toBe('true');
  });

  it('a phone input shows its error text below', () => {
    const error = 'Please check the country code of the phone number.';
    render(<PhoneInput label="Phone number" error={error} />);
    const text = screen.getByText(error);
    expect(field().getAttribute('aria-describedby')).toContain(text.id);
    expect(field().compareDocumentPosition(text)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(field().getAttribute('aria-invalid')).toBe('true');
  });
});
