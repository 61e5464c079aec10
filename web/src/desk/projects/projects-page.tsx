// All projects. A new one is shown when it is added.

import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { usePages } from '../api/use-pages.ts';
import { formatDay } from '../format.ts';
import { type DeskPaths, usePaths } from '../paths.ts';
import { TitleCell } from '../records/title-cell.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { ProjectBadge } from './billing-badges.tsx';
import { BillingPage } from './billing-page.tsx';
import { NewProject } from './project-forms.tsx';

type Row = ItemOf<'listProjects'>;

const NAMES = ['customerId'];

const { columns: headers } = projectsTexts;

function columnsOf(paths: DeskPaths): RecordColumn<Row>[] {
  return [
    {
      id: 'project',
      header: headers.project,
      cell: ({ id, name, projectRef, customerName }) => (
        <TitleCell href={paths.project(id)} title={name} note={`${projectRef} · ${customerName}`} />
      ),
    },
    {
      id: 'customer',
      header: headers.customer,
      width: '28%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'status',
      header: headers.status,
      width: '132px',
      cell: ({ status }) => <ProjectBadge status={status} />,
    },
    {
      id: 'started',
      header: headers.started,
      width: '132px',
      from: 'tablet',
      cell: ({ startedOn }) => formatDay(startedOn),
    },
  ];
}

export function ProjectsPage() {
  const paths = usePaths();
  const query = useListQuery(NAMES);
  const pages = usePages('listProjects', query.filters);
  const columns = useMemo(() => columnsOf(paths), [paths]);
  return (
    <BillingPage
      addLabel={projectFormTexts.newProject}
      dialog={(onClose) => <NewProject onClose={onClose} />}
    >
      {(add) => (
        <RecordList
          caption={projectsTexts.projects}
          columns={columns}
          pages={pages}
          query={query}
          presets={[]}
          fields={[]}
          empty={
            <EmptyState
              title={projectsTexts.noProjects}
              text={projectsTexts.noProjectsText}
              action={add}
            />
          }
        />
      )}
    </BillingPage>
  );
}
