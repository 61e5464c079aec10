// The first page of the portal: the customer's projects (product §2.4). Without projects it redirects to the
// invoices.

import { Navigate, useParams } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { ProjectTable } from '../../../features/projects/project-table.tsx';
import { useScrollRestoration } from '../../../lib/hooks/use-scroll-restoration.ts';
import { hrefTo, PORTAL_PAGES } from '../../../lib/paths.ts';
import { projectsRead } from '../../../state/account/projects.ts';
import { failureText } from '../../../state/store/failure-text.ts';
import { useRead } from '../../../state/store/use-read.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PageColumn } from '../../../ui/layout/page-column.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Heading } from '../../../ui/text/heading.tsx';

export function ProjectsPage() {
  const { company: domain = '' } = useParams();
  const { value, failure, isLoading, again } = useRead({
    read: projectsRead,
    request: { route: 'projects' },
    select: ({ projects }) => projects.projects,
  });
  useScrollRestoration(value !== null);
  if (value?.length === 0)
    return <Navigate replace to={hrefTo(PORTAL_PAGES.invoices, { company: domain })} />;
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{projectsTexts.title}</Heading>
        {failure ? (
          <ErrorState
            title={projectsTexts.failed}
            text={failureText(failure)}
            onRetry={again}
            isRetrying={isLoading}
          />
        ) : (
          <ProjectTable domain={domain} projects={value} />
        )}
      </Stack>
    </PageColumn>
  );
}
