import { describe, expect, it } from 'vitest';
import { cleanText, runsOf } from './text-runs.ts';

const textsOf = (text: string) => runsOf(text, 'regular').map((run) => run.text);

describe('Text before it is drawn', () => {
  it.each([
    ['Maya\u202eevil\u202c', 'Maya evil'],
    ['a\u0000b\u0007c\n\u2028d', 'a b c d'],
    ['\ud800x', 'x'],
    ['\ufeffNo\u00adel', 'No el'],
    ['e\u0301', 'é'],
  ])('loses what cannot be seen: %j', (given, cleaned) => {
    expect(cleanText(given)).toBe(cleaned);
  });

  it('keeps the joiners of emoji and Persian', () => {
    expect(cleanText('👨‍👩‍👧 می‌خواهم')).toBe('👨‍👩‍👧 می‌خواهم');
  });
});

describe('The runs of a line', () => {
  it('are one for Latin letters, figures and signs', () => {
    expect(runsOf('Maya Ortiz, $1,204.50', 'regular')).toEqual([
      { text: 'Maya Ortiz, $1,204.50', typeface: 'inter-latin-400' },
    ]);
    expect(runsOf('Total', 'semibold')[0]?.typeface).toBe('inter-latin-600');
  });

  it('stand on paper in the order of a line from the left', () => {
    expect(textsOf('Dr. محمد علي')).toEqual(['Dr. ', 'علي', ' ', 'محمد']);
  });

  it('stand on paper in the order of a line from the right', () => {
    expect(textsOf('محمد علي (Ortiz) 12')).toEqual([
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

  it('keep a family of emoji together', () => {
    expect(textsOf('Zoë 👨‍👩‍👧')).toEqual(['Zoë ', '👨‍👩‍👧']);
  });
});
