// The remaining balance and the total it is part of, both already formatted.

import { uiTexts } from '#texts/site/ui';
import { Money } from '../text/money.tsx';
import { Sentence } from '../text/sentence.tsx';
import { TwoLineCell } from './two-line-cell.tsx';

type RemainingBalanceProps = { left: string; total: string; isStrong: boolean };

export function RemainingBalance({ left, total, isStrong }: RemainingBalanceProps) {
  return (
    <TwoLineCell note={<Sentence parts={uiTexts.ofTotal(<Money text={total} />)} />}>
      <Money text={left} isStrong={isStrong} />
    </TwoLineCell>
  );
}
