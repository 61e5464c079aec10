/** The tabs of a project page and their path segments (product §2.5). */
import { projectsTexts } from '#texts/account/projects';

export const PROJECT_TABS = [
  { value: 'invoices', label: projectsTexts.tabs.invoices },
  { value: 'orders', label: projectsTexts.tabs.orders },
  { value: 'estimates', label: projectsTexts.tabs.estimates },
  { value: 'payments', label: projectsTexts.tabs.payments },
] as const;

export type ProjectTab = (typeof PROJECT_TABS)[number]['value'];

export function readTab(text: string | undefined): ProjectTab {
  return PROJECT_TABS.find(({ value }) => value === text)?.value ?? 'invoices';
}
