// The remaining balance of a project.

import { formatMoney } from '@quittance/contract/format';
import { subtractCents } from '@quittance/contract/money';
import type { Project } from '@quittance/contract/projects/portal-schemas';
import { RemainingBalance } from '../../shared/ui/data/remaining-balance.tsx';

type ProjectBalanceProps = Pick<Project, 'totalBalance' | 'paidBalance'>;

export function ProjectBalance({ totalBalance, paidBalance }: ProjectBalanceProps) {
  const left = subtractCents(totalBalance, paidBalance);
  return (
    <RemainingBalance
      left={formatMoney(left)}
      total={formatMoney(totalBalance)}
      isStrong={left > 0}
    />
  );
}
