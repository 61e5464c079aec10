/**
 * The payer's choice of option, number of payments and date, and whether it is confirmed. R10: a confirmation is
 * valid only while the selection is unchanged.
 */
import type { IsoDate } from '@quittance/contract/dates';
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { DEFAULT_COUNT, offeredCounts } from '@quittance/domain/checkout/plan';
import {
  isWithinWindow,
  type ScheduleWindow,
  scheduleWindow,
} from '@quittance/domain/checkout/schedule';
import { useState } from 'react';
import { useAppSelector } from '../../store/hooks.ts';
import type { Payable } from '../../store/payable.ts';
import type { PayContext } from '../../store/selectors.ts';
import type { ArrangementChoice } from './charge-terms.ts';

export type Arrangement = ArrangementChoice & {
  options: readonly PaymentOption[];
  counts: readonly number[];
  window: ScheduleWindow;
  /** Paying in full needs no confirmation. */
  isConfirmed: boolean;
  canConfirm: boolean;
  chooseOption: (option: PaymentOption) => void;
  chooseCount: (count: number) => void;
  chooseDate: (date: IsoDate) => void;
  confirm: () => void;
  reconsider: () => void;
};

type OfferedOptions = Pick<Payable, 'options'>;

function pickOfferedOption(
  { options }: OfferedOptions,
  wanted: PaymentOption | null,
): PaymentOption {
  if (wanted && options.includes(wanted)) return wanted;
  return options[0] ?? wanted ?? 'PAY_IN_FULL';
}

function toSelection({ option, count, date }: ArrangementChoice): string | null {
  if (option === 'PAYMENT_PLAN') return `${count}-payments`;
  return option === 'PAYMENT_EXTENSION' ? date : 'now';
}

export function useArrangement({ company, payable }: PayContext): Arrangement {
  const { initialOption } = useAppSelector(({ popup }) => popup.buffer);
  const isIdle = useAppSelector(({ request }) => request.paymentProcessingStatus === 'idle');
  const [wanted, setWanted] = useState(() => pickOfferedOption(payable, initialOption));
  const [wantedCount, setWantedCount] = useState(DEFAULT_COUNT);
  const [wantedDate, setWantedDate] = useState<IsoDate | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);

  const { preference } = company;
  const counts = offeredCounts({ preference, amountCents: payable.amount });
  const window = scheduleWindow({ today: payable.today, preference });
  // The offered options change after the submit, but the selection stays.
  const option = isIdle ? pickOfferedOption(payable, wanted) : wanted;
  const count = counts.includes(wantedCount) ? wantedCount : (counts[0] ?? wantedCount);
  const date = wantedDate && (!isIdle || isWithinWindow(wantedDate, window)) ? wantedDate : null;
  const selection = toSelection({ option, count, date });

  return {
    option,
    count,
    date,
    options: payable.options,
    counts,
    window,
    isConfirmed: option === 'PAY_IN_FULL' || (selection !== null && selection === confirmed),
    canConfirm: selection !== null,
    chooseOption: (next) => {
      setWanted(next);
      setConfirmed(null);
    },
    chooseCount: setWantedCount,
    chooseDate: setWantedDate,
    confirm: () => setConfirmed(selection),
    reconsider: () => setConfirmed(null),
  };
}
