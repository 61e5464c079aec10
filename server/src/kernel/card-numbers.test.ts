import { describe, expect, it } from 'vitest';
import { holdsCardNumber, withoutCardNumbers } from './card-numbers.ts';

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

describe('Recognized card numbers', () => {
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
    ['after a percent sign', '%4242424242424242'],
    ['after a plus sign', '+4242424242424242'],
    ['after a word and a plus sign, as a form encodes a space', 'card+4242+4242+4242+4242'],
    ['of 15 digits after a word and a plus sign', 'amex+378282246310005'],
    ['at the end of a longer run of digits', '00004242424242424242'],
    ['at the start of a longer run of digits', '37828224631000512291234'],
    ['with five separators in each gap', '4242 ... 4242 ... 4242 ... 4242'],
    ['in columns', `4242${' '.repeat(40)}4242\t\t\t\t\t\t\t4242 | | | | 4242`],
  ])('the card number check returns the expected result for this text: %s', (_how, text) => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(withoutCardNumbers(`<${text}>`, 'X').replace(/\D/g, '').length).toBeLessThan(8);
  });
});

describe('Card numbers in the format of an id', () => {
  it.each(['42424242-4242-4242-8242-424242424242', '42424242-4242-4242-0000-000000000000'])(
    'a card number in the format of an id is recognized: %s',
    (text) => {
      expect(holdsCardNumber(text)).toBe(true);
      expect(withoutCardNumbers(text, 'X')).not.toContain('4242-4242-4242');
    },
  );
});

describe('Text that is not a card number', () => {
  it.each([
    ['a number with a wrong check digit', '4242424242424241'],
    ['a number of no issuer', '1234567812345670'],
    ['an id with a letter', '42424242-4242-4242-8242-42424242424f'],
    ['an id of a sample', '00000000-0000-4000-8000-000000000042'],
    ['a phone number', '+49 1512 3456 786'],
    ['a phone number of 15 digits', '+378282246310005'],
    ['two phone numbers', '+44 20 7946 0958, +44 20 7946 0954'],
    ['phone numbers with and without the country', '+44 20 7946 0958 / 020 7946 0959'],
    ['a tracking number', '9400111899223100001234'],
    ['a bank account of another country', 'DE89 3704 0044 0532 0130 00'],
    ['a reference', 'HD-1042 / C-4242'],
    ['two dates', '2026-11-15 2026-12-15'],
    ['an instant', '2026-11-15T15:00:00.000Z'],
    ['an amount', '$1,234,567.89'],
    ['digits inside a word', 'tok4242x4242y4242z4242'],
    ['numbers with words between them', '4242 of 4242 and 4242 of 4242'],
    ['digits in the middle of a longer run', '999942424242424242429999'],
  ])('the card number check returns the expected result for this text: %s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
    expect(withoutCardNumbers(text, 'X')).toBe(text);
  });
});

describe('Time to detect card numbers', () => {
  const LENGTH = 62_000;
  /** Ten times the usual time on a busy machine. A search that tries every length at every digit takes 400 ms. */
  const CPU_MS_MAX = 100;

  function cpuMs(text: string): number {
    const before = process.cpuUsage();
    holdsCardNumber(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  it.each([
    ['single digits', '4 '],
    ['digits without an end', '4'],
    ['almost enough digits', '4 4 4 4 4 4 4 4 4 4 4 4 a'],
    ['almost card numbers', '4242 4242 4242 4241 '],
    ['card numbers', '4242 4242 4242 4242 '],
    ['separators', '- '],
    ['a digit before each of many separators', `4${' '.repeat(500)}`],
    ['percent signs', '%'],
    ['encoded digits', '%34'],
    ['escapes', String.raw`\u0034`],
    ['digits of another script', '\u0664 '],
    ['invisible characters', '4\u200b'],
    ['almost ids', '42424242-4242-4242-8242-42424242424'],
    ['a digit per character set', '4\uff14\u0664\u{1d7d2}'],
  ])('the time to detect card numbers is linear in the length of a text of %s', (_what, part) => {
    const text = part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
    const times = Array.from({ length: 3 }, () => cpuMs(text));
    expect(Math.min(...times)).toBeLessThan(CPU_MS_MAX);
  });
});
