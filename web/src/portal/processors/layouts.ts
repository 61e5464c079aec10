/**
 * The fields of each processor for a card and for a bank account. The layout must be available before the
 * processor's code is loaded, because the containers of its frames must be on the page first.
 */
import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { ChargeKind, ProcessorName } from '@quittance/contract/vocabulary';
import { BANK_FIELDS, CARD_FIELDS, type FieldName, WHOLE_FORM } from './fields.ts';

export type FieldLayout = {
  hosted: readonly FieldName[];
  /** Our own inputs, where the processor has no field. */
  own: readonly OwnField[];
  /** The holder and type of a bank account, if the processor accepts them (R45). */
  asksAccountType: 'always' | 'ifSaved' | 'never';
  hasWallet: boolean;
};

export type OwnField = Extract<FieldName, 'firstName' | 'lastName' | 'businessName'>;

const PLAIN = { own: [], asksAccountType: 'never', hasWallet: false } as const;
const WHOLE: FieldLayout = { ...PLAIN, hosted: [WHOLE_FORM] };
const CARD: FieldLayout = { ...PLAIN, hosted: CARD_FIELDS };
const ROUTED = ['routingNumber', 'accountNumber'] as const satisfies readonly FieldName[];

const LAYOUTS: Record<ProcessorName, Record<ChargeKind, FieldLayout>> = {
  stripe: { card: { ...WHOLE, hasWallet: true }, ach: { ...WHOLE, asksAccountType: 'ifSaved' } },
  payengine: {
    card: CARD,
    ach: { ...PLAIN, hosted: BANK_FIELDS, own: ['businessName'], asksAccountType: 'always' },
  },
  fiserv: {
    card: CARD,
    ach: { ...PLAIN, hosted: ROUTED, own: ['firstName', 'lastName'], asksAccountType: 'always' },
  },
};

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
  const layout = LAYOUTS[company.processor][kind];
  const id = kind === 'ach' ? neededPayerId(company) : null;
  return id ? { ...layout, hosted: [...layout.hosted, ...PAYER_IDS[id]] } : layout;
}
