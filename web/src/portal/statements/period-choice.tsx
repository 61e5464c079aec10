// The choice of a statement's period: the last 12 months, a year, or custom dates.

import type { IsoDate } from '@quittance/contract/dates';
import { type FormEvent, useState } from 'react';
import { statementTexts as texts } from '#texts/account/statement';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import {
  LAST_12_MONTHS,
  OTHER,
  type Period,
  readDay,
  toChoice,
  toYear,
  yearsUntil,
} from './period.ts';

type PeriodChoiceProps = {
  asked: { from: string | null; to: string | null };
  shown: Period & { today: IsoDate };
  onChoose: (period: Period | null) => void;
};

export function PeriodChoice({ asked, shown, onChoose }: PeriodChoiceProps) {
  const years = yearsUntil(shown.today);
  const chosen = toChoice(asked, years);
  const [isOther, setIsOther] = useState(chosen === OTHER);
  const choose = (value: string): void => {
    setIsOther(value === OTHER);
    if (value === LAST_12_MONTHS) onChoose(null);
    else if (value !== OTHER) onChoose(toYear(value));
  };
  const options = [
    { value: LAST_12_MONTHS, label: texts.lastYear },
    ...years.map((year) => ({ value: year, label: year })),
    { value: OTHER, label: texts.otherDates },
  ];
  return (
    <Stack gap={4}>
      <Select
        label={texts.period}
        options={options}
        value={isOther ? OTHER : chosen}
        onValueChange={choose}
      />
      {isOther && <OtherDays key={`${shown.from} ${shown.to}`} shown={shown} onChoose={onChoose} />}
    </Stack>
  );
}

function OtherDays({ shown, onChoose }: Omit<PeriodChoiceProps, 'asked'>) {
  const [days, setDays] = useState<{ from: string; to: string }>(shown);
  const [from, to] = [readDay(days.from), readDay(days.to)];
  const isWrong = !from || !to || from > to;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (from && to && !isWrong) onChoose({ from, to });
  };
  return (
    <form onSubmit={submit}>
      <Stack direction="row" gap={3} align="end" wraps>
        <Input
          type="date"
          label={texts.from}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          error={isWrong ? texts.wrongOrder : undefined}
        />
        <Input
          type="date"
          label={texts.to}
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Button type="submit" variant="secondary" isUnavailable={isWrong}>
          {texts.show}
        </Button>
      </Stack>
    </form>
  );
}
