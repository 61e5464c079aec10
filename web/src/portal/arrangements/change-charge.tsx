// The change of one upcoming charge: its new day, or its payment method.

import { type IsoDate, isoDate } from '@quittance/contract/dates';
import type { MethodId } from '@quittance/contract/ids';
import type { ChargeChange, UpcomingCharge } from '@quittance/contract/statements/upcoming-charges';
import type { ScheduleWindow } from '@quittance/domain/checkout/schedule';
import { type ReactNode, useState } from 'react';
import { upcomingTexts } from '#texts/account/upcoming';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { useAppSelector } from '../store/hooks.ts';
import { selectCustomer } from '../store/reads.ts';
import { toSavedMethods } from '../store/saved-methods.ts';
import { ChangeDialog } from './change-dialog.tsx';

const texts = upcomingTexts.change;

export type ChargeAction = 'move' | 'skip' | 'exclude' | 'switch';

export type ChangeChargeProps = {
  charge: UpcomingCharge;
  action: ChargeAction;
  onClose: () => void;
  onDone: () => void;
};

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

export function ChangeCharge({ charge, action, ...rest }: ChangeChargeProps) {
  const [date, setDate] = useState<IsoDate | null>(null);
  const [method, setMethod] = useState<MethodId | null>(null);
  const { key, changes } = charge;
  const change = toChange({ action, key, date, method });
  // The other actions need no choice, so their terms are shown at once.
  const choices: Partial<Record<ChargeAction, ReactNode>> = {
    move: changes.move && <NewDate window={changes.move} date={date} onChange={setDate} />,
    switch: <OtherMethods charge={charge} chosen={method} onChoose={setMethod} />,
  };
  return (
    <ChangeDialog kind={action} change={change} {...rest}>
      {choices[action]}
    </ChangeDialog>
  );
}

type NewDateProps = {
  window: ScheduleWindow;
  date: IsoDate | null;
  onChange: (date: IsoDate | null) => void;
};

function NewDate({ window: { earliest, latest }, date, onChange }: NewDateProps) {
  return (
    <Input
      type="date"
      label={texts.newDate}
      hint={texts.between(formatDayLabel(earliest), formatDayLabel(latest))}
      min={earliest}
      max={latest}
      value={date ?? ''}
      onChange={({ target }) => onChange(isDay(target.value) ? isoDate(target.value) : null)}
    />
  );
}

type ChangeInput = {
  action: ChargeAction;
  key: string;
  date: IsoDate | null;
  method: MethodId | null;
};

function toChange({ action, key: charge, date, method }: ChangeInput): ChargeChange | null {
  switch (action) {
    case 'move':
      return date && { kind: 'move', charge, date };
    case 'switch':
      return method && { kind: 'switch', charge, method };
    case 'skip':
      return { kind: 'skip', charge };
    case 'exclude':
      return { kind: 'exclude', charge };
  }
}

type OtherMethodsProps = {
  charge: UpcomingCharge;
  chosen: MethodId | null;
  onChoose: (method: MethodId) => void;
};

function OtherMethods({ charge, chosen, onChoose }: OtherMethodsProps) {
  const customer = useAppSelector(selectCustomer);
  const own = customer ? toSavedMethods(customer) : [];
  const others = own.filter(({ id }) => id !== charge.method?.id);
  if (others.length === 0) return <Notice tone="info">{texts.noMethod}</Notice>;
  return (
    <OptionGroup legend={texts.switch}>
      {others.map((line) => (
        <OptionCard
          key={line.id}
          name="other-method"
          value={line.id}
          title={<MethodLine {...line} />}
          isSelected={line.id === chosen}
          onSelect={() => onChoose(line.id)}
        />
      ))}
    </OptionGroup>
  );
}
