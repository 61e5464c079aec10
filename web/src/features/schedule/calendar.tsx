// One month as a grid of days, with the keyboard of a calendar (react-day-picker) and our own look. Days
// outside the window can be seen and not chosen.

import type { IsoDate } from '@quittance/contract/dates';
import { formatDate, formatMonth, formatWeekday } from '@quittance/contract/format';
import type { ScheduleWindow } from '@quittance/domain/checkout/schedule';
import { DayPicker, type Formatters, type Labels } from 'react-day-picker';
import { scheduleTexts } from '#texts/payment/schedule';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../../ui/actions/icon.tsx';
import styles from './calendar.module.css';
import { dateOf, dayOf } from './day.ts';

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

const monthName = (day: Date): string => formatMonth(dateOf(day));
const weekdayName = (day: Date): string => formatWeekday(dateOf(day));

/** The widget has words and formats of its own: ours take their places. */
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
    const plain = texts.day(weekdayName(day), formatDate(dateOf(day)));
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
  const earliest = dayOf(window.earliest);
  const latest = dayOf(window.latest);
  return (
    <DayPicker
      mode="single"
      required={false}
      classNames={CLASS_NAMES}
      components={COMPONENTS}
      formatters={FORMATTERS}
      labels={LABELS}
      today={dayOf(today)}
      startMonth={earliest}
      endMonth={latest}
      defaultMonth={date ? dayOf(date) : earliest}
      disabled={[{ before: earliest }, { after: latest }]}
      selected={date ? dayOf(date) : undefined}
      // The chosen day pressed again stays chosen: there is nothing else it could mean.
      onSelect={(_, pressed) => onDateChange(dateOf(pressed))}
    />
  );
}
