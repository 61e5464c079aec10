import { isoDate } from '@quittance/contract/dates';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Calendar } from './calendar.tsx';

afterEach(cleanup);

/** Tomorrow and 31 days after today: `maxExtensionDays` is 30. */
const WINDOW = { earliest: isoDate('2026-11-16'), latest: isoDate('2026-12-16') };

const day = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('Days of the calendar (product §5.9, R9)', () => {
  it('the calendar allows only days within the window, including both ends', () => {
    const onDateChange = vi.fn();
    const today = isoDate('2026-11-15');
    render(<Calendar window={WINDOW} today={today} date={null} onDateChange={onDateChange} />);
    expect(day('Today, Sunday, November 15, 2026').disabled).toBe(true);
    fireEvent.click(day('Monday, November 16, 2026'));
    expect(onDateChange).toHaveBeenLastCalledWith('2026-11-16');

    fireEvent.click(day('Go to the next month'));
    expect(day('Thursday, December 17, 2026').disabled).toBe(true);
    fireEvent.click(day('Wednesday, December 16, 2026'));
    expect(onDateChange).toHaveBeenLastCalledWith('2026-12-16');
    expect(onDateChange).toHaveBeenCalledTimes(2);
  });
});
