// One project: balance and tabs, each with its own address (product §2.5).

import type { Project } from '@quittance/contract/projects/portal-schemas';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { projectsTexts } from '#texts/account/projects';
import { formatDate } from '../../../shared/lib/format.ts';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { Busy } from '../../../shared/ui/feedback/busy.tsx';
import { ErrorState } from '../../../shared/ui/feedback/error-state.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { PageColumn } from '../../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Tabs } from '../../../shared/ui/overlay/tabs.tsx';
import { Heading } from '../../../shared/ui/text/heading.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { ProjectBadge } from '../../projects/project-badges.tsx';
import { ProjectBalance } from '../../projects/project-balance.tsx';
import { PROJECT_TABS, type ProjectTab, readTab } from '../../projects/project-tabs.ts';
import { useProject } from '../../projects/use-project.ts';
import { failureText } from '../../store/failure-text.ts';
import { BackLink } from '../entry/back-link.tsx';
import { isNotFound } from '../entry/resource-failure.tsx';
import { ResourceNotFound } from '../entry/resource-not-found.tsx';
import { ProjectPart } from './project-part.tsx';

export function ProjectPage() {
  const { company: domain = '', projectId = '', tab: named } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = readTab(named);
  const { project, shown, failure, isRetrying, retry } = useProject({
    projectId,
    tab,
    cursor: query.get('after'),
  });
  const all = hrefTo(PORTAL_PAGES.projects, { company: domain });
  const open = (next: ProjectTab): void =>
    void navigate(hrefTo(PORTAL_PAGES.project, { company: domain, projectId, tab: next }), {
      replace: true,
    });
  if (isNotFound(failure))
    return (
      <ResourceNotFound title={projectsTexts.noSuchProject} href={all} label={projectsTexts.all} />
    );
  const part = failure ? (
    <ErrorState
      title={projectsTexts.partFailed}
      text={failureText(failure)}
      onRetry={retry}
      isRetrying={isRetrying}
    />
  ) : (
    <ProjectPart tab={tab} shown={shown} domain={domain} />
  );
  return (
    <PageColumn>
      <Stack gap={6}>
        <Stack gap={3}>
          <BackLink to={all} label={projectsTexts.all} />
          <Head project={project} />
        </Stack>
        <Tabs
          label={projectsTexts.parts}
          look="line"
          value={tab}
          onValueChange={open}
          tabs={PROJECT_TABS.map((each) => ({ ...each, content: part }))}
        />
      </Stack>
    </PageColumn>
  );
}

function Head({ project }: { project: Project | null }) {
  if (!project) {
    return (
      <Busy>
        <Stack gap={2}>
          <Skeleton shape="block" width="18rem" height="34px" />
          <Skeleton width="12rem" />
        </Stack>
      </Busy>
    );
  }
  const { projectName, projectRef, startedOn, status, totalBalance, paidBalance } = project;
  return (
    <Stack direction="row" gap={6} justify="space-between" align="start" wraps>
      <Stack gap={2}>
        <Heading level={1}>{projectName}</Heading>
        <Stack direction="row" gap={3} align="center" wraps>
          <ProjectBadge status={status} />
          <Text tone="muted">{projectsTexts.startedOn(projectRef, formatDate(startedOn))}</Text>
        </Stack>
      </Stack>
      <div>
        <Text size="small" tone="muted">
          {projectsTexts.leftToPay}
        </Text>
        <ProjectBalance totalBalance={totalBalance} paidBalance={paidBalance} />
      </div>
    </Stack>
  );
}
