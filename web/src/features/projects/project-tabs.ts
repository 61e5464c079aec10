/** The parts of a project's page (product §2.5), as its address names them. */
export const PROJECT_TABS = [
  { value: 'invoices', label: 'Invoices' },
  { value: 'orders', label: 'Orders' },
  { value: 'estimates', label: 'Estimates' },
  { value: 'payments', label: 'Payments' },
] as const;

export type ProjectTab = (typeof PROJECT_TABS)[number]['value'];

/** An address that names no part leads to the first one. */
export function readTab(text: string | undefined): ProjectTab {
  return PROJECT_TABS.find(({ value }) => value === text)?.value ?? 'invoices';
}
