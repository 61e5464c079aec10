// What is still owed of something, and of how much: the amount every list of the portal ends with.

import { formatMoney } from '@quittance/contract/format';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { projectsTexts } from '#texts/account/projects';
import { Money } from '../../ui/text/money.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { Text } from '../../ui/text/text.tsx';

type RemainingBalanceProps = { total: Cents; paid: Cents };

export function RemainingBalance({ total, paid }: RemainingBalanceProps) {
  const left = subtractCents(total, paid);
  return (
    <div>
      <Money text={formatMoney(left)} isStrong={left > 0} />
      <Text size="small" tone="subtle">
        <Sentence parts={projectsTexts.ofTotal(<Money text={formatMoney(total)} />)} />
      </Text>
    </div>
  );
}
