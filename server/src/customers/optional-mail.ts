/** Determines which emails a customer can turn off (R64). All emails not named here are required. */
import type { OptionalMail } from '@quittance/contract/vocabulary';
import type { MailPayload } from './mail/mail-payload.ts';

/** A customer can keep receipts for own payments and turn off those for automatic ones, or the reverse. */
export function toOptionalMail({
  template,
  data,
}: Pick<MailPayload, 'template' | 'data'>): OptionalMail | null {
  switch (template) {
    case 'invoice':
      return 'INVOICES';
    case 'invoice-reminder':
      return 'REMINDERS';
    case 'receipt':
      return data['isAutomatic'] === 1 ? 'AUTOMATIC_RECEIPTS' : 'RECEIPTS';
    case 'inquiry-answered':
      return 'ANSWERS';
    case 'method-expiring':
      return 'EXPIRING_CARDS';
    default:
      return null;
  }
}
