import { describe, expect, it } from 'vitest';
import { cleanText, splitRunsFor } from './text-runs.ts';
import { openTypeface } from './typefaces.ts';

const parseTexts = (text: string) => splitRunsFor(text, 'regular').map((run) => run.text);

describe('cleanText', () => {
  it.each([
    ['Maya\u202eevil\u202c', 'Maya evil'],
    ['a\u0000b\u0007c\n\u2028d', 'a b c d'],
    ['\ud800x', 'x'],
    ['\ufeffNo\u00adel', 'No el'],
    ['e\u0301', 'é'],
  ])('cleanText removes invisible characters: %j', (given, cleaned) => {
    expect(cleanText(given)).toBe(cleaned);
  });

  it('cleanText keeps the joiners in emoji and Persian text', () => {
    expect(cleanText('👨‍👩‍👧 می‌خواهم')).toBe('👨‍👩‍👧 می‌خواهم');
  });
});

describe('runsOf', () => {
  it('runsOf puts Latin letters, digits and symbols into one run', () => {
    expect(splitRunsFor('Maya Ortiz, $1,204.50', 'regular')).toEqual([
      { text: 'Maya Ortiz, $1,204.50', typeface: 'inter-latin-400' },
    ]);
    expect(splitRunsFor('Total', 'semibold')[0]?.typeface).toBe('inter-latin-600');
  });

  it('runsOf orders right-to-left words in a left-to-right line', () => {
    expect(parseTexts('Dr. محمد علي')).toEqual(['Dr. ', 'علي', ' ', 'محمد']);
  });

  it('runsOf orders Latin words, brackets and digits in a right-to-left line', () => {
    expect(parseTexts('محمد علي (Ortiz) 12')).toEqual([
      '12',
      ' ',
      '(',
      'Ortiz',
      ')',
      ' ',
      'علي',
      ' ',
      'محمد',
    ]);
  });

  it('runsOf keeps a family emoji in one run', () => {
    expect(parseTexts('Zoë 👨‍👩‍👧')).toEqual(['Zoë ', '👨‍👩‍👧']);
  });
});

describe('openTypeface', () => {
  it('the period can be copied after a document with a colon, whose dots are the same glyph', () => {
    const face = openTypeface('inter-latin-600');
    const subset = face.createSubset();
    for (const { id } of face.layout(':').glyphs) subset.includeGlyph(id);
    subset.encode();
    const [period] = face.layout('.').glyphs;
    expect(period?.codePoints).toEqual(['.'.codePointAt(0)]);
  });
});
