// The projects of a customer with start date, status and remaining balance.

import type { Project } from '@quittance/contract/projects/portal-schemas';
import { Link } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { formatDate } from '../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../shared/lib/paths.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { ProjectBadge } from './project-badges.tsx';
import { ProjectBalance } from './project-balance.tsx';

const HEADERS = projectsTexts.columns;

function columnsFor(domain: string): Column<Project>[] {
  const toHref = ({ id }: Project): string =>
    hrefTo(PORTAL_PAGES.project, { company: domain, projectId: id, tab: 'invoices' });
  return [
    {
      key: 'project',
      header: HEADERS.project,
      card: 'title',
      width: '38%',
      cell: (project) => (
        <TwoLineCell note={project.projectRef}>
          <Link to={toHref(project)}>{project.projectName}</Link>
        </TwoLineCell>
      ),
    },
    {
      key: 'started',
      header: HEADERS.started,
      isWhole: true,
      card: 'row',
      cell: ({ startedOn }) => <Text>{formatDate(startedOn)}</Text>,
    },
    {
      key: 'status',
      header: HEADERS.status,
      card: 'badge',
      cell: ({ status }) => <ProjectBadge status={status} />,
    },
    {
      key: 'balance',
      header: HEADERS.balance,
      isWhole: true,
      align: 'end',
      card: 'aside',
      cell: (project) => <ProjectBalance {...project} />,
    },
    {
      key: 'open',
      header: HEADERS.open,
      isHeaderHidden: true,
      align: 'end',
      card: 'action',
      width: '96px',
      cell: (project) => (
        <Link
          className={buttonClass({ variant: 'quiet', size: 'small', isFlush: true })}
          to={toHref(project)}
          aria-label={projectsTexts.viewNamed(project.projectName)}
        >
          {projectsTexts.view}
        </Link>
      ),
    },
  ];
}

type ProjectTableProps = { domain: string; projects: readonly Project[] | null };

export function ProjectTable({ domain, projects }: ProjectTableProps) {
  return (
    <DataTable
      caption={projectsTexts.title}
      columns={columnsFor(domain)}
      rows={projects}
      rowKey={({ id }) => id}
      skeletonRows={4}
    />
  );
}
