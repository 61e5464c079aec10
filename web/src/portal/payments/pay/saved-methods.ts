/**
 * The saved methods a payer may use (product §6.2, R18): the customer's own methods at the company's processor, and
 * the one attached to the invoice. A public link has only the latter.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { Customer, PublicCustomer } from '@quittance/contract/customers/portal-schemas';
import type { IsoDate } from '@quittance/contract/dates';
import type { MethodLine } from '@quittance/contract/methods/portal-schemas';
import type { ChargeKind, PaymentOption, ProcessorName } from '@quittance/contract/vocabulary';
import { neededPayerId } from '../../processors/layouts.ts';
import type { Payable } from '../../store/payable.ts';
import { type SavedMethodLine, toSavedMethods } from '../../store/saved-methods.ts';

export type Obstacle = 'expired' | 'disputed';

export type OfferedMethod = SavedMethodLine & { obstacle: Obstacle | null; isLastUsed: boolean };

const withId = (line: MethodLine | null): SavedMethodLine[] =>
  line?.id ? [{ ...line, id: line.id }] : [];

type SavedMethodsInput = {
  company: { processor: ProcessorName };
  customer: Customer | PublicCustomer;
  payable: Pick<Payable, 'attachedPaymentMethod' | 'kinds'>;
};

/** A paid payable accepts no kind, but its chosen method stays valid. */
function isTaken({ kinds }: SavedMethodsInput['payable'], kind: ChargeKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/** The attached method comes first, because the invoice was paid with it before. */
export function savedMethodsFor({ customer, payable }: SavedMethodsInput): SavedMethodLine[] {
  const own = toSavedMethods(customer);
  const attached = withId(payable.attachedPaymentMethod).map(
    (line) => own.find(({ id }) => id === line.id) ?? line,
  );
  const others = own.filter(({ id }) => id !== attached[0]?.id);
  return [...attached, ...lastUsedFirst(others)].filter(({ type }) => isTaken(payable, type));
}

function lastUsedFirst(methods: readonly SavedMethodLine[]): SavedMethodLine[] {
  const toTime = ({ lastUsedAt }: SavedMethodLine): string => lastUsedAt ?? '';
  return methods.toSorted((a, b) => toTime(b).localeCompare(toTime(a)));
}

type KindsInput = {
  payable: Pick<Payable, 'kinds'>;
  company: Pick<Company, 'processor' | 'processorData'>;
};

/** A bank debit that needs the payer's identification cannot be made off-session. */
export function kindsFor({ company, payable }: KindsInput, option: PaymentOption): ChargeKind[] {
  const isNow = option === 'PAY_IN_FULL' || neededPayerId(company) === null;
  return payable.kinds.filter((kind) => isNow || kind === 'card');
}

export type MethodPurpose = { option: PaymentOption; on: IsoDate | null };

function findObstacle(method: SavedMethodLine, { option, on }: MethodPurpose): Obstacle | null {
  const { isExpired, expires, isPayNowOnly } = method;
  if (isPayNowOnly && option !== 'PAY_IN_FULL') return 'disputed';
  const isPast = on !== null && expires !== undefined && on.slice(0, expires.length) > expires;
  return isExpired || isPast ? 'expired' : null;
}

export function offeredMethods(
  methods: readonly SavedMethodLine[],
  purpose: MethodPurpose,
): OfferedMethod[] {
  const [newest] = lastUsedFirst(methods.filter(({ lastUsedAt }) => lastUsedAt !== undefined));
  return methods.map((method) => ({
    ...method,
    obstacle: findObstacle(method, purpose),
    isLastUsed: method.id === newest?.id,
  }));
}
