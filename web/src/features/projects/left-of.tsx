// What is still owed of something, and of how much: the amount every list of the portal ends with.

import { formatMoney } from '@quittance/contract/format';
import { type Cents, subtractCents } from '@quittance/contract/money';
import { projectsTexts } from '#texts/projects';
import { Money } from '../../ui/money.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Text } from '../../ui/text.tsx';

type LeftOfProps = { total: Cents; paid: Cents };

export function LeftOf({ total, paid }: LeftOfProps) {
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
