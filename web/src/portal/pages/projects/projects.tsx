// The first page of the portal: the customer's projects (product §2.4). Without projects it redirects to the
// invoices.

import { Navigate, useParams } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { useScrollRestoration } from '../../../shared/hooks/use-scroll-restoration.ts';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { ProjectTable } from '../../projects/project-table.tsx';
import { failureText } from '../../store/failure-text.ts';
import { projectsRead } from '../../store/reads.ts';
import { useRead } from '../../store/use-read.ts';

export function ProjectsPage() {
  const { company: domain = '' } = useParams();
  const {
    value: answer,
    failure,
    isLoading,
    again,
  } = useRead({
    read: projectsRead,
    request: { route: 'projects' },
  });
  const value = answer?.projects ?? null;
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
