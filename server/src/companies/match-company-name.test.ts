import { describe, expect, it } from 'vitest';
import { matchesCompanyName, normalizeName } from './match-company-name.ts';

describe('A typed company name (R3)', () => {
  it.each([
    ['Harbor Dental', 'Harbor Dental'],
    ['  harbor   DENTAL. ', 'Harbor Dental'],
    ['Café Zürich', 'Cafe Zurich'],
    ['Harbour Dental', 'Harbor Dental'],
    ['Harbor Dentla', 'Harbor Dental'],
    ['Harbor De', 'Harbor Dental'],
    ['abc', 'ABC'],
  ])('"%s" matches the company name %s', (typed, name) =>
    expect(matchesCompanyName(typed, name)).toBe(true),
  );

  it.each([
    ['', 'Harbor Dental'],
    ['Har', 'Harbor Dental'],
    ['Harbor', 'Harbor Dental'],
    ['Dental', 'Harbor Dental'],
    ['Harbor Dental Supplies Group', 'Harbor Dental'],
    ['Northwind', 'Harbor Dental'],
    ['abd', 'ABC'],
    ['!!!', '???'],
  ])('"%s" does not match the company name %s', (typed, name) =>
    expect(matchesCompanyName(typed, name)).toBe(false),
  );

  it('company name matching ignores case, accents and punctuation', () => {
    expect(normalizeName('Müller & Söhne, Inc.')).toBe('muller sohne inc');
  });
});
