import { isoDate } from '@quittance/contract/dates';
import { describe, expect, it } from 'vitest';
import { type PlanPart, planEndsOn, remindOn, suspendedScheduleEndsOn } from './arrangement-end.ts';

const JAN_10 = isoDate('2027-01-10');
const JAN_15 = isoDate('2027-01-15');
const FEB_15 = isoDate('2027-02-15');
const MAR_15 = isoDate('2027-03-15');

const paid = (dueOn = JAN_15): PlanPart => ({ dueOn, status: 'SUCCESS', isMissed: false });
const open = (dueOn: PlanPart['dueOn']): PlanPart => ({ dueOn, status: 'OPEN', isMissed: false });
const missed = (dueOn: PlanPart['dueOn']): PlanPart => ({
  ...open(dueOn),
  status: 'FAILED',
  isMissed: true,
});

describe('The end of a suspended schedule (R37)', () => {
  it('the end of a suspended schedule is announced a second time three days after the suspension', () => {
    expect(remindOn(JAN_10)).toBe('2027-01-13');
  });

  it('a suspended schedule ends ten days after its charge date', () => {
    expect(suspendedScheduleEndsOn({ chargeOn: JAN_15, suspendedOn: JAN_10 })).toBe('2027-01-25');
  });

  it('a schedule ends ten days after the suspension if the suspension came after the charge date', () => {
    expect(suspendedScheduleEndsOn({ chargeOn: JAN_10, suspendedOn: JAN_15 })).toBe('2027-01-25');
  });
});

describe('The end of a plan that is charged no more (R37)', () => {
  it('a plan has no end date while a future installment can still be charged', () => {
    const parts = [paid(), missed(FEB_15), open(MAR_15)];
    expect(planEndsOn({ parts, suspendedOn: null })).toBeNull();
  });

  it.each([
    ['an earlier one', [paid(), missed(FEB_15), paid(MAR_15)]],
    ['the last one', [paid(), paid(FEB_15), missed(MAR_15)]],
  ])('a plan ends ten days after its last date when %s was missed', (_, parts) => {
    expect(planEndsOn({ parts, suspendedOn: null })).toBe('2027-03-25');
  });

  it('a plan does not end while a charge is in progress', () => {
    const parts = [paid(), { ...missed(FEB_15), status: 'PENDING' as const }, paid(MAR_15)];
    expect(planEndsOn({ parts, suspendedOn: null })).toBeNull();
    expect(planEndsOn({ parts, suspendedOn: JAN_15 })).toBeNull();
  });

  it('a suspended plan ends at its second uncharged installment', () => {
    const parts = [paid(), open(FEB_15), open(MAR_15), open(isoDate('2027-04-15'))];
    expect(planEndsOn({ parts, suspendedOn: JAN_15 })).toBe('2027-03-25');
  });

  it('a suspended plan with an earlier missed installment ends at its first uncharged installment', () => {
    const parts = [missed(JAN_15), open(FEB_15), open(MAR_15)];
    expect(planEndsOn({ parts, suspendedOn: JAN_15 })).toBe('2027-02-25');
  });

  it('a suspended plan with one installment left ends ten days after its last date', () => {
    const parts = [paid(), open(FEB_15)];
    expect(planEndsOn({ parts, suspendedOn: JAN_15 })).toBe('2027-02-25');
  });

  it('a plan that is suspended late ends ten days after the suspension', () => {
    const parts = [paid(JAN_10), open(JAN_15)];
    expect(planEndsOn({ parts, suspendedOn: FEB_15 })).toBe('2027-02-25');
    expect(planEndsOn({ parts: [paid(JAN_10), missed(JAN_15)], suspendedOn: FEB_15 })).toBe(
      '2027-02-25',
    );
  });
});
