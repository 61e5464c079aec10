/** A statement as a file (R60): no column cuts its text. */
import { isoDate } from '@quittance/contract/dates';
import { formatDate } from '@quittance/contract/format';
import { LANGUAGES } from '@quittance/contract/language';
import { describe, expect, it } from 'vitest';
import { drawStatement, type StatementDocument } from '../../src/statements/draw-statement.ts';
import { documentWordsFor } from '../../src/texts/catalogs.ts';
import { textsOfPdf } from '../world/pdf-text.ts';

const DOCUMENT: Omit<StatementDocument, 'lines' | 'locale'> = {
  title: 'Account statement',
  period: '2026',
  drawnAt: '2026-12-31T15:00:00.000Z',
  company: {
    name: 'Harbor Dental',
    initials: 'HD',
    logo: null,
    color: '#0f766e',
    inkOnColor: '#ffffff',
    lines: [],
  },
  total: '$0.00',
  headline: '',
  facts: [],
  sums: [],
  columns: { date: 'Date', text: 'Text', charge: 'Charge', credit: 'Credit', balance: 'Balance' },
  empty: '',
  texts: documentWordsFor({ language: 'en' }).documents,
};

describe('The dates of a statement (R60)', () => {
  it.each(LANGUAGES)('no date is cut in %s', async (language) => {
    const { dates, documents } = documentWordsFor({ language });
    const days = Array.from({ length: 12 }, (_, month) =>
      formatDate(isoDate(`2026-${String(month + 1).padStart(2, '0')}-28`), dates),
    );
    const line = { text: 'Payment of $1.00.', charge: '', credit: '$1.00', balance: '$0.00' };
    const lines = days.map((date) => ({ ...line, date }));
    const texts = textsOfPdf(await drawStatement({ ...DOCUMENT, locale: documents.locale, lines }));
    for (const day of days) expect(texts).toContain(day);
  });
});
