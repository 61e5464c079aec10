// What customers are billed for beside invoices: projects and contracts, a list each.

import type { ReactNode } from 'react';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { PageTabs } from '../shell/page-tabs.tsx';
import { projectsTexts } from '../texts/projects.ts';
import { ContractList } from './contract-list.tsx';
import { ProjectList } from './project-list.tsx';

export function ProjectsPage() {
  return (
    <BillingPage>
      <ProjectList />
    </BillingPage>
  );
}

export function ContractsPage() {
  return (
    <BillingPage>
      <ContractList />
    </BillingPage>
  );
}

function BillingPage({ children }: { children: ReactNode }) {
  const { projects, contracts } = usePaths();
  const tabs = [
    { href: projects, label: projectsTexts.projects },
    { href: contracts, label: projectsTexts.contracts },
  ];
  return (
    <Page title={projectsTexts.title} text={projectsTexts.text}>
      <PageTabs label={projectsTexts.title} tabs={tabs} />
      {children}
    </Page>
  );
}
