import { isoDate } from '@quittance/contract/dates';
import type { InvoiceStatus } from '@quittance/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { attentionTexts } from '../texts/attention.ts';
import { toAdvice, toTitle } from './attention-item.ts';

const day = { today: () => isoDate('2026-03-15') };

const returned = (status: InvoiceStatus) => ({
  kind: 'RETURNED_PAYMENT' as const,
  invoice: { status },
  facts: { date: null, state: 'RETURNED' },
});

const card = (date: string) => ({
  kind: 'EXPIRING_METHOD' as const,
  invoice: null,
  facts: { date: isoDate(date), state: null },
});

describe('The advice on an attention item (R76)', () => {
  it('a return says that the invoice is open only if it is', () => {
    expect(toAdvice(returned('DUE'), day)).toContain('The invoice is open again.');
    expect(toAdvice(returned('PENDING'), day)).toContain('has paid again');
    expect(toAdvice(returned('DEFAULTED'), day)).toContain('written off');
    expect(toAdvice({ ...returned('DUE'), invoice: null }, day)).not.toContain('invoice');
  });

  it('a card that has expired is not about to expire', () => {
    expect(toTitle(card('2026-03-31'), day)).toBe(attentionTexts.titles.EXPIRING_METHOD);
    expect(toTitle(card('2026-02-28'), day)).toBe(attentionTexts.expired);
  });

  it('an action is advised only while it is possible', () => {
    const refund = { kind: 'STUCK_REFUND' as const, invoice: null };
    expect(toAdvice({ ...refund, facts: { date: null, state: 'SENT' } }, day)).toContain(
      'send it again',
    );
    expect(toAdvice({ ...refund, facts: { date: null, state: 'PENDING' } }, day)).not.toContain(
      'send',
    );
  });
});
