/** The key of an upcoming charge on the wire, and what it stands for. */
import { type InvoiceId, invoiceIdSchema } from '@quittance/contract/ids';
import { AppError } from '../../kernel/errors.ts';

export type KeyedCharge =
  | { kind: 'schedule'; id: string }
  | { kind: 'installment'; id: string; index: number }
  | { kind: 'autoPay'; invoiceId: InvoiceId };

export function chargeOfKey(key: string): KeyedCharge {
  const [name, id = '', index] = key.split(':');
  switch (name) {
    case 'schedule':
      return { kind: 'schedule', id };
    case 'plan':
      return { kind: 'installment', id, index: Number(index) };
    case 'auto-pay':
      return { kind: 'autoPay', invoiceId: invoiceIdSchema.parse(id) };
    default:
      throw new AppError('INVALID_REQUEST');
  }
}

/** 'plan:<id>' */
export function planOfKey(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}
