import { isoDate } from '@quittance/contract/dates';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Calendar } from './calendar.tsx';

afterEach(cleanup);

const WINDOW = { earliest: isoDate('2026-11-16'), latest: isoDate('2026-12-15') };

describe('Calendar (product §2.12, §9)', () => {
  it('the calendar formats months and days like all other dates', () => {
    const today = isoDate('2026-11-15');
    const date = isoDate('2026-11-20');
    render(<Calendar window={WINDOW} today={today} date={date} onDateChange={() => {}} />);
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeDefined();
    for (const name of [
      'Today, Sunday, November 15, 2026',
      'Monday, November 16, 2026',
      'Friday, November 20, 2026, selected',
      'Go to the next month',
    ]) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
    expect(screen.getByText('Su')).toBeDefined();
  });
});
