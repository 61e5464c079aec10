/** The fields of a company for a card and for a bank account. */
import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { FieldLayout, FieldName } from './fields.ts';
import { browserModule } from './registry.ts';

const PAYER_IDS = {
  driverLicense: ['idType', 'idValue', 'driverLicenseState'],
  taxId: ['idType', 'idValue'],
} as const satisfies Record<string, readonly FieldName[]>;

export type PayerId = keyof typeof PAYER_IDS;

type ProcessorOfCompany = Pick<Company, 'processor' | 'processorData'>;

/** The identification that the company's account needs with every bank debit. The fields accept only one. */
export function neededPayerId({
  processorData,
}: Pick<ProcessorOfCompany, 'processorData'>): PayerId | null {
  const names = (processorData.settings['checkFields'] ?? '').split(',').map((name) => name.trim());
  if (names.includes('driverLicense')) return 'driverLicense';
  return names.includes('taxId') ? 'taxId' : null;
}

export function layoutFor(company: ProcessorOfCompany, kind: ChargeKind): FieldLayout {
  const layout = browserModule(company.processor).layouts[kind];
  const id = kind === 'ach' ? neededPayerId(company) : null;
  return id ? { ...layout, hosted: [...layout.hosted, ...PAYER_IDS[id]] } : layout;
}
