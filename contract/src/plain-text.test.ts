import { describe, expect, it } from 'vitest';
import { isPlainText, plainText } from './plain-text.ts';

describe('Plain text', () => {
  it.each(['Maya', 'Zoë O’Neill-Łukasiewicz', '李小龍', 'नमस्ते', '😀', '<b>'])(
    'plain text can be %s',
    (text) => {
      expect(isPlainText(text)).toBe(true);
    },
  );

  it.each(['a\r\nBcc: x', 'a\tb', 'a\u0000', 'a\u007f', 'a\u2028b', 'abc\u202egnp', '\u2066x'])(
    'plain text cannot be %j',
    (text) => {
      expect(isPlainText(text)).toBe(false);
    },
  );

  it('plain text is trimmed before its length is checked', () => {
    expect(plainText({ max: 4 }).parse('  Maya  ')).toBe('Maya');
    expect(plainText({ max: 4 }).safeParse('    ').success).toBe(false);
    expect(plainText({ max: 3 }).safeParse('Maya').success).toBe(false);
  });
});
