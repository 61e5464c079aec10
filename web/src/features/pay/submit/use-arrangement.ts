/**
 * How the payer wants to pay: the option, the number of payments, the day, and which of these they have
 * confirmed. R10: a plan or a day counts as confirmed only while it is the one that is selected.
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
import type { Payable } from '../../../state/payment/payable.ts';
import { useAppSelector } from '../../../state/store/hooks.ts';
import type { PayContext } from '../../../state/store/selectors.ts';
import type { ArrangementChoice } from '../terms/charge-terms.ts';

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
  /** Back to the plan or the calendar. */
  reconsider: () => void;
};

type Offered = Pick<Payable, 'options'>;

function offeredOf({ options }: Offered, wanted: PaymentOption | null): PaymentOption {
  if (wanted && options.includes(wanted)) return wanted;
  return options[0] ?? wanted ?? 'PAY_IN_FULL';
}

/** What is confirmed, as a value to compare; null where there is nothing to confirm yet. */
function selectionOf({ option, count, date }: ArrangementChoice): string | null {
  if (option === 'PAYMENT_PLAN') return `${count}-payments`;
  return option === 'PAYMENT_EXTENSION' ? date : 'now';
}

export function useArrangement({ company, payable }: PayContext): Arrangement {
  const { initialOption } = useAppSelector(({ popup }) => popup.buffer);
  const isIdle = useAppSelector(({ request }) => request.paymentProcessingStatus === 'idle');
  const [wanted, setWanted] = useState(() => offeredOf(payable, initialOption));
  const [wantedCount, setWantedCount] = useState(DEFAULT_COUNT);
  const [wantedDate, setWantedDate] = useState<IsoDate | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);

  const { preference } = company;
  const counts = offeredCounts({ preference, amountCents: payable.amount });
  const window = scheduleWindow({ today: payable.today, preference });
  // Once it was submitted something else is on offer; what was chosen stays what it was.
  const option = isIdle ? offeredOf(payable, wanted) : wanted;
  const count = counts.includes(wantedCount) ? wantedCount : (counts[0] ?? wantedCount);
  const date = wantedDate && (!isIdle || isWithinWindow(wantedDate, window)) ? wantedDate : null;
  const selection = selectionOf({ option, count, date });

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
