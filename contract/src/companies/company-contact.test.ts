import { describe, expect, it } from 'vitest';
import { CONTACT_FIELDS } from '../customers/fields.ts';
import { contactWords, formatPhone, parsePhone } from './company-contact.ts';

describe('The support contact of a company (product §3.8)', () => {
  const supportEmail = 'billing@harbor.example';
  const supportPhone = '+12075550142';

  it('the support contact is an email address, a phone number, both or neither', () => {
    const words = (email: string | null, phone: string | null) =>
      contactWords({ supportEmail: email, supportPhone: phone }, { or: ' or ' });
    expect(words(supportEmail, supportPhone)).toBe('billing@harbor.example or (207) 555-0142');
    expect(words(supportEmail, null)).toBe('billing@harbor.example');
    expect(words(null, supportPhone)).toBe('(207) 555-0142');
    expect(words(null, null)).toBeNull();
  });

  it.each(['(207) 555-0142', '207.555.0142', '1 207 555 0142', '12075550142', '+1 (207) 555-0142'])(
    'a US phone number is taken as it is written, in a form, through the API and in a file: %s',
    (text) => {
      expect(parsePhone(text)).toBe(supportPhone);
      expect(CONTACT_FIELDS.phone.zod.parse(text)).toBe(supportPhone);
    },
  );

  it.each(['+442079460000', '555-0142', ''])('another text stays as it is: %j', (text) =>
    expect(parsePhone(text)).toBe(text),
  );

  it('a US phone number is formatted in groups, and other phone numbers are unchanged', () => {
    expect(formatPhone(supportPhone)).toBe('(207) 555-0142');
    expect(formatPhone('+442079460000')).toBe('+442079460000');
  });
});
