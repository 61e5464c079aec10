/** The sample invoices as files, and what they say (R4, R26). */
import { describe, expect, it } from 'vitest';
import { drawInvoice } from '../../src/receipts/draw-invoice.ts';
import { invoiceFileName } from '../../src/receipts/invoice-file.ts';
import { invoiceSamples } from './invoice-samples.ts';

const samples = Object.fromEntries(invoiceSamples());

async function pagesOf(name: string): Promise<number> {
  const sample = samples[name];
  if (!sample) throw new Error(`no sample ${name}`);
  const file = (await drawInvoice(sample)).toString('latin1');
  expect(file.startsWith('%PDF-1.7')).toBe(true);
  expect(file.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(file).not.toMatch(/\/(?:JavaScript|URI|Launch|OpenAction|Annots|EmbeddedFile)\b/);
  return file.match(/\/Type \/Page\b/g)?.length ?? 0;
}

describe('Sample invoices', () => {
  it.each(['plain', 'without-lines', 'company-logo', 'paid', 'voided', 'spanish', 'arabic'])(
    '%s fits on one page',
    async (name) => expect(await pagesOf(name)).toBe(1),
  );

  it.each([
    ['long-texts', 2],
    ['200-lines', 11],
  ])('%s takes %i pages', async (name, pages) => expect(await pagesOf(name)).toBe(pages));

  it('says what is billed, paid and due, and how to pay', () => {
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

  it('asks for no payment of what is paid, voided or a draft', () => {
    expect(samples['paid']).toMatchObject({ total: '$0.00', headline: 'Settled in full' });
    expect(samples['voided']?.warning).toBe('Voided. This invoice is not to be paid.');
    expect(samples['draft']?.warning).toBe('Draft. This invoice has not been issued.');
    for (const name of ['paid', 'voided', 'draft']) {
      expect(samples[name]?.paragraphs.map(([title]) => title)).toEqual(['Note']);
    }
  });

  it('tells the holder of a public link no more of the customer than the page does', () => {
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
  ])('the file of %j is named %s', (number, name) => expect(invoiceFileName(number)).toBe(name));
});
