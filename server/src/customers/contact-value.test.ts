import { describe, expect, it } from 'vitest';
import { maskContact, readContactValue } from './contact-value.ts';

describe('Email addresses of contacts', () => {
  it.each([
    ['maya@example.com', 'maya@example.com'],
    ['  Maya.Ortiz+bills@Example.co.uk ', 'maya.ortiz+bills@example.co.uk'],
    ["o'neill_1@mail-2.example", "o'neill_1@mail-2.example"],
    ['x@xn--bcher-kva.example', 'x@xn--bcher-kva.example'],
  ])('the email %j is normalized to %s', (typed, saved) => {
    expect(readContactValue('EMAIL', typed)).toBe(saved);
  });

  it.each([
    'maya',
    'maya@localhost',
    'maya@example',
    '@example.com',
    'maya..ortiz@example.com',
    '.maya@example.com',
    'maya.@example.com',
    'maya@-example.com',
    'maya@exa mple.com',
    'maya@example.com,eve@example.com',
    'maya@example.com\r\nBcc: eve@example.com',
    'Maya <maya@example.com>',
    '"maya"@example.com',
    'maya@exаmple.com',
    '\u212aim@example.com',
    'maya@127.0.0.1',
    `${'m'.repeat(65)}@example.com`,
    `maya@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.com`,
  ])('the email %j is refused', (typed) => {
    expect(() => readContactValue('EMAIL', typed)).toThrow('INVALID_CONTACT');
  });
});

describe('Phone numbers of contacts', () => {
  it.each([
    ['(207) 555-0142', '+12075550142'],
    ['+1 207 555 0142', '+12075550142'],
    ['1-787-555-0142', '+17875550142'],
  ])('the phone number %s is normalized to %s', (typed, saved) => {
    expect(readContactValue('PHONE', typed)).toBe(saved);
  });

  it.each(['+44 20 7946 0958', '+1 416 555 0142', '+49 30 123456'])(
    'the foreign phone number %s is refused (product §8)',
    (typed) => {
      expect(() => readContactValue('PHONE', typed)).toThrow('INVALID_COUNTRY');
    },
  );

  it.each(['12', '555-0142', 'call me', '+1 207 555 0142 x5', '(207) 555-0142 or so', '+1999'])(
    'the phone number %s is refused',
    (typed) => {
      expect(() => readContactValue('PHONE', typed)).toThrow('INVALID_CONTACT');
    },
  );
});

describe('A masked contact', () => {
  it('a masked contact is recognizable but not usable', () => {
    expect(maskContact('EMAIL', 'maya@example.com')).toBe('m•••@example.com');
    expect(maskContact('PHONE', '+12075550142')).toBe('•••-0142');
  });
});
