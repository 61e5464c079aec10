/** The sample invoices as files, and their content (R4, R26). */
import { inflateSync } from 'node:zlib';
import { LANGUAGES } from '@quittance/contract/language';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { drawInvoice } from '../../../src/invoices/pdf/draw-invoice.ts';
import { invoiceFileName } from '../../../src/invoices/pdf/invoice-file.ts';
import { SERVER_TEXTS } from '../../../src/texts/catalogs.ts';
import { invoiceSamples } from './invoice-samples.ts';

const samples = Object.fromEntries(invoiceSamples());

async function readPages(name: string): Promise<number> {
  const sample = samples[name];
  if (!sample) throw new Error(`no sample ${name}`);
  const file = (await drawInvoice(sample)).toString('latin1');
  expect(file.startsWith('%PDF-1.7')).toBe(true);
  expect(file.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(file).not.toMatch(/\/(?:JavaScript|URI|Launch|OpenAction|Annots|EmbeddedFile)\b/);
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

const SQUARE = /^(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re$/gm;
const SCALE = 4;
const MARGIN = 4;

const toPixel = (isDark: boolean) => (isDark ? [0, 0, 0, 255] : [255, 255, 255, 255]);

function modulesIn(file: Buffer): boolean[][] {
  const streams = file.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g);
  const texts = Array.from(streams, ([, packed = '']) => {
    try {
      return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const squares = [...texts.join('\n').matchAll(SQUARE)].map((match) => match.slice(1).map(Number));
  const unit = squares[0]?.[2] ?? 1;
  const [left, top] = [0, 1].map((axis) => Math.min(...squares.map((square) => square[axis] ?? 0)));
  const at = squares.map(([x = 0, y = 0]) => [
    Math.round((x - (left ?? 0)) / unit),
    Math.round((y - (top ?? 0)) / unit),
  ]);
  const size = Math.max(...at.flat()) + 1 + 2 * MARGIN;
  const dark = new Set(at.map(([x = 0, y = 0]) => `${x + MARGIN} ${y + MARGIN}`));
  const places = Array.from({ length: size * SCALE }, (_, index) => Math.floor(index / SCALE));
  return places.map((y) => places.map((x) => dark.has(`${x} ${y}`)));
}

describe('Sample invoices', () => {
  it.each(['plain', 'without-lines', 'company-logo', 'paid', 'voided', 'spanish', 'arabic'])(
    '%s fits on one page',
    async (name) => expect(await readPages(name)).toBe(1),
  );

  it.each([
    ['long-texts', 2],
    ['200-lines', 11],
  ])('%s takes %i pages', async (name, pages) => expect(await readPages(name)).toBe(pages));

  it('a sample invoice states the billed, paid and due amounts and how to pay', () => {
    expect(samples['plain']).toMatchObject({
      total: '$150.00',
      headline: 'Due on December 1, 2026',
      lines: [
        { text: 'Ceramic crown', quantity: '1', unitPrice: '$150.00', tax: '$2.50' },
        { text: 'Check and cleaning', amount: '$45.00' },
      ],
      sums: [
        ['Subtotal', '$195.00'],
        ['Tax', '$5.00'],
        ['Total', '$200.00'],
        ['Paid', '$50.00'],
        ['Balance due', '$150.00'],
      ],
    });
    expect(samples['plain']?.facts).toEqual([
      ['Bill to', 'Maya Ortiz'],
      ['Customer reference', 'HDG-10417'],
      ['Invoice date', 'November 15, 2026'],
      ['Due date', 'December 1, 2026'],
      ['PO number', 'PO-7731'],
      ['For', 'Crown restoration, tooth 14'],
      ['Description', 'Two sessions in November'],
    ]);
    expect(samples['plain']?.paragraphs).toEqual([
      ['Note', 'Thank you for your trust.'],
      [
        'How to pay',
        'Pay online at https://pay.example.com/harbor. Please mention invoice HD-2041. Questions? Please contact billing@harbor.example or (207) 555-0142.',
      ],
    ]);
  });

  it('a sample invoice has a QR code that scans as its payment URL (R26)', async () => {
    const sample = samples['plain'];
    if (!sample) throw new Error('no sample');
    const modules = modulesIn(await drawInvoice(sample));
    const width = modules.length;
    const data = Uint8Array.from(modules.flat().flatMap((isDark) => toPixel(isDark)));
    expect(decodeQR({ width, height: width, data })).toBe(sample.payCode?.url);
  });

  it('a paid, voided or draft invoice does not request payment', () => {
    expect(samples['paid']).toMatchObject({ total: '$0.00', headline: 'Settled in full' });
    expect(samples['voided']?.warning).toBe("Voided. Please don't pay this invoice.");
    expect(samples['draft']?.warning).toBe('Draft. This invoice has not been issued.');
    for (const name of ['paid', 'voided', 'draft']) {
      expect(samples[name]?.payCode).toBeNull();
      expect(samples[name]?.paragraphs.map(([title]) => title)).toEqual(['Note']);
    }
  });

  it('the PDF of a public link contains no more customer data than the page', () => {
    expect(samples['by-link']?.facts.slice(0, 2)).toEqual([
      ['Bill to', 'Maya'],
      ['Invoice date', 'November 15, 2026'],
    ]);
  });

  it.each([
    ['HD-2041', 'invoice-HD-2041.pdf'],
    ['A/B "7"\r\n', 'invoice-A-B-7.pdf'],
    ['../../x', 'invoice-x.pdf'],
    ['发票', 'invoice-document.pdf'],
  ])('the file of %j is named %s', (number, name) => {
    const { documents: texts } = SERVER_TEXTS.en;
    expect(invoiceFileName({ number, texts })).toBe(name);
  });

  it('the name of a file contains only letters and hyphens in every language', () => {
    const names = LANGUAGES.flatMap((language) =>
      Object.values(SERVER_TEXTS[language].documents.files),
    );
    for (const name of names) expect(name).toMatch(/^[a-z-]+$/);
  });
});
