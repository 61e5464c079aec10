/**
 * The sample receipts as files (R26): structurally valid, one page each, with glyphs for every character and
 * without active content.
 */
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cleanText, splitClusters } from '../../src/platform/pdf/text-runs.ts';
import { openTypeface, typefaceFor } from '../../src/platform/pdf/typefaces.ts';
import { drawReceipt, type Receipt } from '../../src/statements/draw-receipt.ts';
import { receiptSamples } from './receipt-samples.ts';

type PdfObject = { number: number; head: string; stream: Buffer | null };

function offsetsIn(file: string): number[] {
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(file)?.[1]);
  expect(file.slice(start, start + 5)).toBe('xref\n');
  const count = Number(/^xref\n0 (\d+)\n/.exec(file.slice(start))?.[1]);
  const lines = file
    .slice(start)
    .split('\n')
    .slice(3, count + 2);
  return lines.map((line) => {
    expect(line).toMatch(/^\d{10} \d{5} n\s?$/);
    return Number(line.slice(0, 10));
  });
}

function toObjects(bytes: Buffer): PdfObject[] {
  const file = bytes.toString('latin1');
  return offsetsIn(file).map((offset, index) => {
    const number = index + 1;
    const opening = `${number} 0 obj\n`;
    expect(file.slice(offset, offset + opening.length)).toBe(opening);
    const end = file.indexOf('endobj', offset);
    const begin = file.indexOf('\nstream\n', offset);
    if (begin < 0 || begin > end) return { number, head: file.slice(offset, end), stream: null };
    const head = file.slice(offset, begin);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const from = begin + '\nstream\n'.length;
    expect(file.slice(from + length, from + length + 10)).toBe('\nendstream');
    return { number, head, stream: bytes.subarray(from, from + length) };
  });
}

function unpacked({ head, stream }: PdfObject): string {
  if (!stream) return head;
  const isPacked = head.includes('/FlateDecode');
  return head + (isPacked ? inflateSync(stream) : stream).toString('latin1');
}

const ACTS =
  /\/(?:JavaScript|JS|URI|Launch|OpenAction|AA|Annots|Annot|EmbeddedFile|Filespec|SubmitForm|GoToR|GoTo|RichMedia|AcroForm|XFA)\b/;

function toTexts({ company, headline, warning, facts, sums, footer }: Receipt): string {
  const { name, initials, lines } = company;
  const pairs = [...facts, ...sums].flat();
  return [name, initials, ...lines, headline, warning ?? '', ...pairs, footer].join(' ');
}

describe('Sample receipts (R26)', () => {
  const samples = receiptSamples();

  it.each(samples)(
    'the sample receipt %s is a valid one-page file without active content',
    async (_name, receipt) => {
      const objects = toObjects(await drawReceipt(receipt));
      const heads = objects.map(({ head }) => head).join('\n');
      // The invoices of a payment are on additional pages.
      const pages = heads.match(/\/Type \/Page\b/g)?.length ?? 0;
      expect(receipt.parts === null ? pages === 1 : pages > 1).toBe(true);
      expect(heads).not.toMatch(ACTS);
      for (const object of objects)
        expect(unpacked(object)).not.toMatch(/\/S \/(?:URI|JavaScript)/);
      const pictures = receipt.company.logo ? 2 : 0;
      expect(heads.match(/\/Subtype \/Image\b/g) ?? []).toHaveLength(pictures);
    },
  );

  it.each(samples)('the sample receipt %s has a glyph for every character', (_name, receipt) => {
    const without = splitClusters(cleanText(toTexts(receipt))).filter((cluster) => {
      const font = openTypeface(typefaceFor(cluster, 'regular'));
      return !font.hasGlyphForCodePoint(cluster.codePointAt(0) ?? 0);
    });
    expect(without).toEqual([]);
  });
});

describe('Company and plan on a receipt (R26)', () => {
  const said = Object.fromEntries(receiptSamples());

  it("a receipt contains the company's other names, its address and its support contact", () => {
    expect(said['plain']?.company.lines).toEqual([
      'Doing business as Harbor Smiles',
      'Harbor Dental Group LLC',
      '48 Wharf Street, Suite 2',
      'Portland, ME 04101',
      'billing@harbor.example or (207) 555-0142',
    ]);
    expect(said['plain']?.footer).toBe(
      'Questions about this payment? Please contact Harbor Dental (billing@harbor.example or (207) 555-0142) and mention receipt R-1A2B3C4D.',
    );
  });

  it('a receipt lists the paid installments', () => {
    expect(said['installment-12']?.facts).toContainEqual(['Installment', '12 of 12']);
    expect(said['rest-of-12']?.facts).toContainEqual(['Installments', '4 to 12 of 12']);
  });
});

describe('A logo on a receipt (R26)', () => {
  it('a receipt shows the company initials when the logo cannot be drawn', async () => {
    const [[, receipt] = []] = receiptSamples();
    const logo = { bytes: Buffer.from('no picture'), width: 10, height: 10 };
    if (!receipt) throw new Error('no sample');
    const drawn = await drawReceipt({ ...receipt, company: { ...receipt.company, logo } });
    expect(drawn).toEqual(await drawReceipt(receipt));
  });
});
