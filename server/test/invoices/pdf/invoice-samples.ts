/**
 * Invoices that are hard to lay out, each built from rows like a real one, for the test next to this file and for
 * visual review (`node scripts/samples.mjs <folder>`).
 */
import { instant, isoDate } from '@quittance/contract/dates';
import { cents, ZERO } from '@quittance/contract/money';
import type { InvoiceDocument } from '../../../src/invoices/pdf/draw-invoice.ts';
import { type InvoiceInput, invoiceText } from '../../../src/invoices/pdf/invoice-text.ts';
import { COMPANY, LOGO, LONG_NAME } from '../../statements/receipt-samples.ts';

type Sample = {
  company?: Partial<InvoiceInput['company']>;
  customer?: Partial<InvoiceInput['customer']>;
  invoice?: Partial<InvoiceInput['invoice']>;
  lines?: InvoiceInput['lines'];
  logo?: InvoiceInput['logo'];
  isByLink?: boolean;
};

const line = (text: string, quantity = 1000, unitPrice = 4500): InvoiceInput['lines'][number] => ({
  text,
  quantity,
  unitPriceCents: cents(unitPrice),
  amountCents: cents(Math.round((quantity * unitPrice) / 1000)),
  taxCents: cents(250),
});

const SAMPLES: Readonly<Record<string, Sample>> = {
  plain: {},
  'without-lines': { lines: [], invoice: { taxCents: ZERO, note: null } },
  'company-logo': { company: { name: 'Ring Works', dba: null }, logo: LOGO },
  paid: { invoice: { status: 'COLLECTED', paidCents: cents(20_000) } },
  draft: { invoice: { status: 'DRAFT' } },
  voided: { invoice: { status: 'DRAFT', voidedAt: instant('2026-11-16T10:00:00.000Z') } },
  'by-link': { isByLink: true },
  spanish: {
    company: { name: 'Clínica Dental Ñandú', dba: null, legalName: 'Clínica Ñandú, S.L.' },
    customer: { firstName: 'José Ángel', lastName: 'Muñoz Güell' },
    lines: [line('Corona de cerámica, pieza 14 (única sesión)'), line('Revisión y limpieza', 2500)],
    invoice: { note: '¡Gracias por su confianza! Pague antes del día señalado, por favor.' },
  },
  'long-texts': {
    company: { name: LONG_NAME, legalName: `${LONG_NAME} Limited Liability Company` },
    customer: { businessName: LONG_NAME },
    lines: [line(`${LONG_NAME}. `.repeat(5).slice(0, 500), 123_456, 99_999_99), line('Short')],
    invoice: {
      accountRef: `INV-${'9'.repeat(56)}`,
      productName: LONG_NAME,
      description: `${LONG_NAME}. `.repeat(4),
      poNumber: `PO-${'7'.repeat(57)}`,
      note: `${LONG_NAME}. `.repeat(9).slice(0, 1000),
    },
  },
  '200-lines': {
    lines: Array.from({ length: 200 }, (_, index) =>
      line(index % 7 === 0 ? `${LONG_NAME}, part ${index + 1}` : `Part ${index + 1}`, 1500),
    ),
    invoice: { totalCents: cents(1_400_000), taxCents: cents(50_000) },
  },
  arabic: {
    company: { name: 'عيادة الميناء لطب الأسنان', dba: null, legalName: 'شركة الميناء (ذ.م.م)' },
    lines: [line('تاج الأسنان رقم 14')],
  },
};

function toText({ company, customer, invoice, ...sample }: Sample): InvoiceDocument {
  return invoiceText({
    invoice: {
      accountRef: 'HD-2041',
      productName: 'Crown restoration, tooth 14',
      description: 'Two sessions in November',
      poNumber: 'PO-7731',
      note: 'Thank you for your trust.',
      taxCents: cents(500),
      totalCents: cents(20_000),
      paidCents: cents(5000),
      dueOn: isoDate('2026-12-01'),
      openedOn: isoDate('2026-11-15'),
      status: 'DUE',
      voidedAt: null,
      ...invoice,
    },
    lines: sample.lines ?? [line('Ceramic crown', 1000, 15_000), line('Check and cleaning', 1000)],
    company: { ...COMPANY, ...company },
    logo: sample.logo ?? null,
    customer: {
      firstName: 'Maya',
      lastName: 'Ortiz',
      businessName: null,
      customerRef: 'HDG-10417',
      language: null,
      ...customer,
    },
    portalUrl: 'https://pay.example.com/harbor',
    payUrl: 'https://pay.example.com/harbor/invoices/HD-2041',
    isByLink: sample.isByLink ?? false,
    now: instant('2026-11-15T15:00:00.000Z'),
  });
}

export function invoiceSamples(): [name: string, invoice: InvoiceDocument][] {
  return Object.entries(SAMPLES).map(([name, sample]) => [name, toText(sample)]);
}
