// What customers arranged: payment plans and scheduled payments, a list each.

import type { ReactNode } from 'react';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { PageTabs } from '../shell/page-tabs.tsx';
import { plansTexts } from '../texts/plans.ts';
import { PlanList } from './plan-list.tsx';
import { ScheduleList } from './schedule-list.tsx';

export function PlansPage() {
  return (
    <ArrangementsPage>
      <PlanList />
    </ArrangementsPage>
  );
}

export function SchedulesPage() {
  return (
    <ArrangementsPage>
      <ScheduleList />
    </ArrangementsPage>
  );
}

function ArrangementsPage({ children }: { children: ReactNode }) {
  const { plans, schedules } = usePaths();
  const tabs = [
    { href: plans, label: plansTexts.plans },
    { href: schedules, label: plansTexts.schedules },
  ];
  return (
    <Page title={plansTexts.title} text={plansTexts.text}>
      <PageTabs label={plansTexts.title} tabs={tabs} />
      {children}
    </Page>
  );
}
