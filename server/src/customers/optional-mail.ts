/** Determines which emails a customer can turn off (R64). All emails not named here are required. */
import type { OptionalMail } from '@quittance/contract/vocabulary';
import type { MailPayload } from './mail/mail-payload.ts';

/**
 * A receipt for a payment made by the customer is an order confirmation and cannot be turned off. Only receipts for
 * automatic payments can.
 */
export function toOptionalMail({
  template,
  data,
}: Pick<MailPayload, 'template' | 'data'>): OptionalMail | null {
  switch (template) {
    case 'invoice-reminder':
      return 'REMINDERS';
    case 'receipt':
      return data['isAutomatic'] === 1 ? 'AUTOMATIC_RECEIPTS' : null;
    case 'inquiry-answered':
      return 'ANSWERS';
    case 'method-expiring':
      return 'EXPIRING_CARDS';
    default:
      return null;
  }
}
