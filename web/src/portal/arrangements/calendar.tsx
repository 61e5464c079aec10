// One month of react-day-picker with our styles and texts. Days outside the window are visible but disabled.

import type { IsoDate } from '@quittance/contract/dates';
import type { ScheduleWindow } from '@quittance/domain/checkout/schedule';
import { DayPicker, type Formatters, type Labels } from 'react-day-picker';
import { scheduleTexts } from '#texts/payment/schedule';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { formatDate, formatMonth, formatWeekday } from '../../shared/lib/format.ts';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import styles from './calendar.module.css';

const css = bindClasses(styles);

const CLASS_NAMES = {
  root: css('root'),
  months: css('months'),
  month: css('month'),
  month_caption: css('caption'),
  caption_label: css('title'),
  nav: css('nav'),
  button_previous: css('turn'),
  button_next: css('turn'),
  month_grid: css('grid'),
  weekday: css('weekday'),
  day: css('day'),
  day_button: css('button'),
  today: css('today'),
  selected: css('selected'),
  disabled: css('disabled'),
  outside: css('outside'),
  hidden: css('hidden'),
};

const COMPONENTS = {
  Chevron: ({ orientation }: { orientation?: string }) => (
    <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />
  ),
};

const texts = scheduleTexts.calendar;

const monthName = (day: Date): string => formatMonth(toDate(day));
const weekdayName = (day: Date): string => formatWeekday(toDate(day));

const FORMATTERS: Partial<Formatters> = {
  formatCaption: monthName,
  formatWeekdayName: (day) => texts.weekday(weekdayName(day)),
};

const LABELS: Partial<Labels> = {
  labelNav: () => texts.months,
  labelPrevious: () => texts.previous,
  labelNext: () => texts.next,
  labelGrid: monthName,
  labelWeekday: weekdayName,
  labelDayButton: (day, { today, selected }) => {
    const plain = texts.day(weekdayName(day), formatDate(toDate(day)));
    const dated = today ? texts.today(plain) : plain;
    return selected ? texts.chosen(dated) : dated;
  },
};

type CalendarProps = {
  window: ScheduleWindow;
  today: IsoDate;
  date: IsoDate | null;
  onDateChange: (date: IsoDate) => void;
};

export function Calendar({ window, today, date, onDateChange }: CalendarProps) {
  const earliest = toDay(window.earliest);
  const latest = toDay(window.latest);
  return (
    <DayPicker
      mode="single"
      required={false}
      classNames={CLASS_NAMES}
      components={COMPONENTS}
      formatters={FORMATTERS}
      labels={LABELS}
      today={toDay(today)}
      startMonth={earliest}
      endMonth={latest}
      defaultMonth={date ? toDay(date) : earliest}
      disabled={[{ before: earliest }, { after: latest }]}
      selected={date ? toDay(date) : undefined}
      // Pressing the selected day again keeps it selected.
      onSelect={(_, pressed) => onDateChange(toDate(pressed))}
    />
  );
}

/**
 * Converts between the calendar's local-midnight Date and IsoDate. IsoDate has no time zone (R8), so only year,
 * month and day are copied.
 */
function toDay(date: IsoDate): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day);
}

function toDate(day: Date): IsoDate {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const parts = [pad(day.getFullYear(), 4), pad(day.getMonth() + 1, 2), pad(day.getDate(), 2)];
  return parts.join('-') as IsoDate; // because the parts come from a valid Date
}
