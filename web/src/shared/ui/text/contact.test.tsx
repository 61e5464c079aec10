import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Contact } from './contact.tsx';

const links = [
  { href: 'mailto:billing@harbor.example', text: 'billing@harbor.example' },
  { href: 'tel:+12075550142', text: '(207) 555-0142' },
];

describe('Contact (product §3.29)', () => {
  it('a contact links to its email address and its phone number', () => {
    const { container } = render(<Contact name="Harbor Dental" links={links} />);
    expect(container.textContent).toBe('Harbor Dental (billing@harbor.example or (207) 555-0142)');
    const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs).toEqual(links.map(({ href }) => href));
  });

  it('a contact without links shows only the name', () => {
    const { container } = render(<Contact name="Harbor Dental" links={[]} />);
    expect(container.textContent).toBe('Harbor Dental');
  });
});
