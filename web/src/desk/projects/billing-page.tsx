// What customers are billed for beside invoices: projects and contracts, a list each.

import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { useCan } from '../api/session-context.ts';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { PageTabs } from '../shell/page-tabs.tsx';
import { projectsTexts } from '../texts/projects.ts';

type BillingPageProps = {
  addLabel: string;
  /** The dialog that adds one. */
  dialog: (onClose: () => void) => ReactNode;
  /** The list; `add` is the button, for a list that has nothing. */
  children: (add: ReactNode) => ReactNode;
};

export function BillingPage({ addLabel, dialog, children }: BillingPageProps) {
  const { projects, contracts } = usePaths();
  const can = useCan();
  const [isAdding, setIsAdding] = useState(false);
  const tabs = [
    { href: projects, label: projectsTexts.projects },
    { href: contracts, label: projectsTexts.contracts },
  ];
  const add = can('write') && <Button onClick={() => setIsAdding(true)}>{addLabel}</Button>;
  return (
    <Page title={projectsTexts.title} text={projectsTexts.text} actions={add}>
      <PageTabs label={projectsTexts.title} tabs={tabs} />
      {children(add)}
      {isAdding && dialog(() => setIsAdding(false))}
    </Page>
  );
}
