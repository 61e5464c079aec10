/** A method as a mail names it: 'Visa **** 4242', 'Bank account **** 6789'. */
import { formatLast4 } from '@quittance/contract/format';
import type { MethodRow } from '../../storage/billing/invoices.ts';

export function methodText({ kind, brand, last4 }: Pick<MethodRow, 'kind' | 'brand' | 'last4'>) {
  const name = kind === 'ach' ? 'Bank account' : capitalised(brand ?? 'card');
  return `${name} ${formatLast4(last4)}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
