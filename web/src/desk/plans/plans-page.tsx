// What customers arranged: payment plans and scheduled payments, a list each.

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../lib/bind-classes.ts';
import { usePaths } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { plansTexts } from '../texts/plans.ts';
import { PlanList } from './plan-list.tsx';
import styles from './plans-page.module.css';
import { ScheduleList } from './schedule-list.tsx';

const css = bindClasses(styles);

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
  const { pathname } = useLocation();
  const tabs = [
    { href: plans, label: plansTexts.plans },
    { href: schedules, label: plansTexts.schedules },
  ];
  return (
    <Page title={plansTexts.title} text={plansTexts.text}>
      <nav aria-label={plansTexts.title} className={css('tabs')}>
        {tabs.map(({ href, label }) => (
          <Link
            key={href}
            to={href}
            className={css('tab')}
            aria-current={pathname === href ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}
