import { isoDate } from '@quittance/contract/dates';
import { cents } from '@quittance/contract/money';
import { expect, it } from 'vitest';
import { words } from '../texts/en/words.ts';
import { autoPayChangeText } from './change-texts.ts';

const DUE = 'The invoice is due on December 1, 2026';

it.each([
  ['2026-11-30', ''],
  ['2026-12-01', ''],
  ['2026-12-02', ` ${DUE}; this does not change.`],
])(
  'the text for a charge moved to %s mentions the due date only if the new date is later',
  (date, late) => {
    expect(textFor(date)).toBe(
      `Auto-pay will charge $25.00 for invoice HD-7 to Visa ending in 4242 on ${toDay(date)}.${late}`,
    );
  },
);

it('the text for a skipped charge says that the payer must pay by the due date', () => {
  expect(textFor(null)).toBe(`Auto-pay will not pay invoice HD-7. ${DUE}. I will pay it myself.`);
});

function toDay(date: string): string {
  return date.startsWith('2026-11')
    ? 'November 30, 2026'
    : `December ${Number(date.slice(8))}, 2026`;
}

function textFor(date: string | null): string {
  return autoPayChangeText(
    {
      invoiceRef: 'HD-7',
      dueOn: isoDate('2026-12-01'),
      totalCents: cents(2500),
      method: 'Visa ending in 4242',
      date: date === null ? null : isoDate(date),
    },
    words,
  );
}
