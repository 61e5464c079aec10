/** Tells a story by its name. Each one really happens, and ends with what both sides say. */
import { payByAutoPay, payByPlan } from './calendar.ts';
import { loseAnswer, payByCard, payInTwoTabs, returnDebit } from './payments.ts';
import type { Stage } from './stage.ts';
import type { StoryName } from './story-list.ts';

const TELLERS: Readonly<Record<StoryName, (stage: Stage) => Promise<void>>> = {
  'pay-by-card': payByCard,
  'lost-answer': loseAnswer,
  'plan-over-a-year': payByPlan,
  'bank-return': returnDebit,
  'auto-pay': payByAutoPay,
  'two-tabs': payInTwoTabs,
};

export function tellStory(name: StoryName, stage: Stage): Promise<void> {
  return TELLERS[name](stage);
}
