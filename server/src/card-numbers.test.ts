import { describe, expect, it } from 'vitest';
import { holdsCardNumber, withoutCardNumbers } from './card-numbers.ts';

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

describe('A card number is recognized', () => {
  it.each([
    ['as it is', '4242424242424242'],
    ['in groups', '4242 4242 4242 4242'],
    ['with hyphens', '3782-822463-10005'],
    ['with dots', '5555.5555.5555.4444'],
    ['with slashes', '4000/0000/0000/0002'],
    ['with underscores', '4242_4242_4242_4242'],
    ['with commas and spaces', '4242, 4242, 4242, 4242'],
    ['with no-break spaces', '4242\u00a04242\u00a04242\u00a04242'],
    ['with zero-width spaces', '4242\u200b4242\u200b4242\u200b4242'],
    ['with soft hyphens and joiners', '42\u00ad42\u200d4242\u20604242\ufeff4242'],
    ['over several lines', '4242\r\n4242\r\n4242\r\n4242'],
    ['over several lines, escaped', String.raw`4242\n4242\n4242\n4242`],
    ['digit by digit', '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2'],
    ['in full-width digits', fullWidth('4242424242424242')],
    ['in Arabic digits', arabic('4242424242424242')],
    ['percent-encoded', '4242%204242%204242%204242'],
    ['with percent-encoded digits', '%34242424242424242'],
    ['with other separators in each place', '4242 - 4242/4242.4242'],
    ['in a sentence', 'card no. 4242 4242 4242 4242, thanks'],
    ['after another number', '1) 4242424242424242'],
    ['with its expiry and security code', '4242 4242 4242 4242 12/29 123'],
    ['run together with them', '42424242424242421229123'],
    ['with 13 digits', '4222222222222'],
    ['with 14 digits', '30569309025904'],
    ['with 19 digits', '6205500000000000004'],
    ['of the newer Mastercard range', '2223003122003222'],
  ])('%s', (_how, text) => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(withoutCardNumbers(`<${text}>`, 'X').replace(/\D/g, '').length).toBeLessThan(8);
  });
});

describe('No card number is', () => {
  it.each([
    ['a number with a wrong check digit', '4242424242424241'],
    ['a number of no issuer', '1234567812345670'],
    ['an id', '42424242-4242-4242-8242-424242424242'],
    ['a phone number', '+49 1512 3456 786'],
    ['a reference', 'HD-1042 / C-4242'],
    ['two dates', '2026-11-15 2026-12-15'],
    ['an instant', '2026-11-15T15:00:00.000Z'],
    ['an amount', '$1,234,567.89'],
    ['digits inside a word', 'tok4242x4242y4242z4242'],
  ])('%s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
    expect(withoutCardNumbers(text, 'X')).toBe(text);
  });
});
