/** Which mail a customer can turn off (R64). Everything that is not named here is required. */
import type { OptionalMail } from '@quittance/contract/vocabulary';
import type { MailPayload } from './mail/mail-payload.ts';

/** Receipts of payments that the customer makes are the confirmation of an order: only those of automatic ones can be. */
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
