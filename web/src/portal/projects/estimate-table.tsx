// The estimates of a project with expiry date, status and total.

import { formatMoney } from '@quittance/contract/format';
import type { Estimate } from '@quittance/contract/projects/portal-schemas';
import { Link } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { formatDate } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { EstimateBadge } from './project-badges.tsx';

const texts = projectsTexts.estimates;

function columnsFor(domain: string): Column<Estimate>[] {
  const toHref = ({ id }: Estimate): string =>
    hrefTo(PORTAL_PAGES.estimate, { company: domain, estimateId: id });
  return [
    {
      key: 'estimate',
      header: texts.columns.estimate,
      card: 'title',
      width: '38%',
      cell: (estimate) => (
        <TwoLineCell note={estimate.memo}>
          <Link to={toHref(estimate)}>{estimate.estimateRef}</Link>
        </TwoLineCell>
      ),
    },
    {
      key: 'expires',
      header: texts.columns.expires,
      isWhole: true,
      card: 'row',
      cell: ({ expiresOn }) => <Text>{formatDate(expiresOn)}</Text>,
    },
    {
      key: 'status',
      header: texts.columns.status,
      card: 'badge',
      cell: ({ status }) => <EstimateBadge status={status} />,
    },
    {
      key: 'total',
      header: texts.columns.total,
      isWhole: true,
      align: 'end',
      card: 'aside',
      cell: ({ total }) => <Money text={formatMoney(total)} isStrong />,
    },
    {
      key: 'open',
      header: texts.columns.open,
      isHeaderHidden: true,
      align: 'end',
      card: 'action',
      width: '112px',
      cell: (estimate) => (
        <Link
          className={buttonClass({ variant: 'quiet', size: 'small', isFlush: true })}
          to={toHref(estimate)}
          aria-label={texts.stepNamed(toStep(estimate), estimate.estimateRef)}
        >
          {toStep(estimate)}
        </Link>
      ),
    },
  ];
}

function toStep({ isAcceptable, payable }: Estimate): string {
  if (isAcceptable) return texts.step.review;
  return payable?.isPayable ? texts.step.pay : texts.step.view;
}

type EstimateTableProps = { domain: string; estimates: readonly Estimate[] | null };

export function EstimateTable({ domain, estimates }: EstimateTableProps) {
  return (
    <DataTable
      caption={texts.caption}
      columns={columnsFor(domain)}
      rows={estimates}
      rowKey={({ id }) => id}
      skeletonRows={3}
    />
  );
}
