// The estimates of a project, a table or cards: for what, until when it stands, and how much.

import { formatDate, formatMoney } from '@quittance/contract/format';
import type { Estimate } from '@quittance/contract/projects';
import { Link } from 'react-router';
import { hrefTo, PORTAL_PAGES } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Text } from '../../ui/text.tsx';
import { EstimateBadge } from './project-badges.tsx';

function columnsFor(domain: string): Column<Estimate>[] {
  const hrefOf = ({ id }: Estimate): string =>
    hrefTo(PORTAL_PAGES.estimate, { company: domain, estimateId: id });
  return [
    {
      key: 'estimate',
      header: 'Estimate',
      card: 'title',
      width: '38%',
      cell: (estimate) => (
        <div>
          <Link to={hrefOf(estimate)}>{estimate.estimateRef}</Link>
          <Text size="small" tone="subtle">
            {estimate.memo}
          </Text>
        </div>
      ),
    },
    {
      key: 'expires',
      header: 'Stands until',
      card: 'row',
      cell: ({ expiresOn }) => <Text>{formatDate(expiresOn)}</Text>,
    },
    {
      key: 'status',
      header: 'Status',
      card: 'badge',
      cell: ({ status }) => <EstimateBadge status={status} />,
    },
    {
      key: 'total',
      header: 'Total',
      align: 'end',
      card: 'aside',
      cell: ({ total }) => <Money text={formatMoney(total)} isStrong />,
    },
    {
      key: 'open',
      header: 'Next step',
      isHeaderHidden: true,
      align: 'end',
      card: 'action',
      width: '112px',
      cell: (estimate) => (
        <Link
          className={buttonClass({ variant: 'quiet', size: 'small', isFlush: true })}
          to={hrefOf(estimate)}
          aria-label={`${stepOf(estimate)} ${estimate.estimateRef}`}
        >
          {stepOf(estimate)}
        </Link>
      ),
    },
  ];
}

function stepOf({ isAcceptable, payable }: Estimate): string {
  if (isAcceptable) return 'Review';
  return payable?.isPayable ? 'Pay' : 'View';
}

type EstimateTableProps = { domain: string; estimates: readonly Estimate[] | null };

const SKELETON_ROWS = 3;

export function EstimateTable({ domain, estimates }: EstimateTableProps) {
  return (
    <DataTable
      caption="Estimates"
      columns={columnsFor(domain)}
      rows={estimates ?? []}
      rowKey={({ id }) => id}
      {...(estimates ? {} : { skeletonRows: SKELETON_ROWS })}
    />
  );
}
