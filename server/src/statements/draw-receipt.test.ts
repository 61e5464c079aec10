import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { serverTexts } from '../texts/en/server-texts.ts';
import { drawReceipt, type Receipt } from './draw-receipt.ts';

const RECEIPT: Receipt = {
  texts: serverTexts.documents,
  number: 'R-1A2B3C4D',
  drawnAt: '2026-11-15T15:00:00.000Z',
  company: {
    name: 'Harbor Dental',
    initials: 'HD',
    logo: null,
    color: '#0f766e',
    inkOnColor: '#ffffff',
    lines: ['Doing business as Harbor Smiles', 'Harbor Dental Group LLC'],
  },
  total: '$103.20',
  headline: 'Paid on November 15, 2026 10:00 AM EST',
  warning: null,
  facts: [
    ['Paid by', 'Maya Ortiz'],
    ['Invoice', 'HD-1042'],
    ['Payment method', 'Visa **** 4242'],
  ],
  sums: [
    ['Amount', '$100.00'],
    ['Processing fee', '$3.20'],
    ['Total', '$103.20'],
  ],
  parts: null,
  footer: 'Questions about this payment?',
};

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;

/** Inflates all compressed streams except fonts. */
function unpacked(file: Buffer): string {
  return file.toString('latin1').replace(STREAM, (whole, packed: string) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return whole;
    }
  });
}

/** Returns the `ActualText` values of letters whose visual order differs from the reading order. */
function actualTexts(file: Buffer): string[] {
  const found = file.toString('latin1').matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g);
  return Array.from(found, ([, text = '']) => {
    const bytes = Buffer.from(
      text.replace(/\\([nrtbf()\\])/g, (_, sign: string) => ESCAPES[sign] ?? sign),
      'latin1',
    );
    return bytes.subarray(2).swap16().toString('utf16le');
  });
}
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
};

const named = (name: string): Receipt => ({
  ...RECEIPT,
  company: { ...RECEIPT.company, name },
  facts: [['Paid by', name], ...RECEIPT.facts.slice(1)],
});

describe('Receipt PDF (R26)', () => {
  it('a receipt is one page with a title, a language and a structure tree', async () => {
    const text = unpacked(await drawReceipt(RECEIPT));
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text).toMatch(/\/Count 1\b/);
    expect(text).toContain('/Lang (en-US)');
    expect(text).toContain('/DisplayDocTitle true');
    expect(text).toContain('/Marked true');
    expect(text).toContain('(Receipt R-1A2B3C4D)');
    expect(text.match(/\/S \/TR\b/g)).toHaveLength(RECEIPT.facts.length + RECEIPT.sums.length);
    expect(text).toContain('/S /H1');
  });

  it('a receipt is an identical file for the same payment and time', async () => {
    expect(await drawReceipt(RECEIPT)).toEqual(await drawReceipt(RECEIPT));
  });

  it('a receipt contains the glyphs of names in every script', async () => {
    const text = unpacked(await drawReceipt(named('Zoë محمد 王小明 龔 김 शर्मा สม שרה 🎉')));
    const faces = Array.from(text.matchAll(/\/FontName \/\w+\+([\w-]+)/g), ([, name]) => name);
    for (const face of [
      'Inter',
      'Arabic',
      'SC',
      'TC',
      'KR',
      'Devanagari',
      'Thai',
      'Hebrew',
      'Emoji',
    ]) {
      expect(faces.some((name) => name?.includes(face))).toBe(true);
    }
    expect(text).not.toContain('/BaseFont /Helvetica');
  });

  it('a receipt gives screen readers right-to-left names in logical order', async () => {
    expect(actualTexts(await drawReceipt(named('محمد علي (Ortiz)')))).toEqual([
      'محمد علي (Ortiz)',
      'محمد علي (Ortiz)',
    ]);
    expect(actualTexts(await drawReceipt(RECEIPT))).toEqual([]);
  });

  it('a receipt stays on one page with the longest names', async () => {
    const long = 'Extraordinarily long words '.repeat(40);
    const receipt = { ...named(long), warning: long, footer: long };
    expect(unpacked(await drawReceipt(receipt))).toMatch(/\/Count 1\b/);
  });
});

const HOSTILE = [
  '(\\)) >> /OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
  'endstream endobj 1 0 obj << /S /URI /URI (http://evil.example) >> endobj',
  '<script>alert(1)</script>',
  'http://evil.example/pay',
  'Maya\u202e txet neddih \u202c',
  'nul\u0000 bell\u0007 line\nbreak\u2028 tab\t',
  '\ud800 lone',
  '\ue000\u{10ffff}',
  '\u0301\u0301\u0301 combining',
  '',
];

describe('Hostile text on a receipt', () => {
  it.each(HOSTILE)('hostile text on a receipt is drawn as plain text: %j', async (text) => {
    const file = unpacked(await drawReceipt({ ...named(text), warning: text, footer: text }));
    expect(file).not.toMatch(
      /\/(?:JavaScript|JS|URI|Launch|OpenAction|AA|Annots|EmbeddedFile|SubmitForm|GoToR)\b/,
    );
    expect(file).toMatch(/\/Count 1\b/);
  });
});
