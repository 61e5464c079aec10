/** Every mail the portal sends, by name (R28): data and sender → content. render.ts does the layout. */
import type { Language } from '@quittance/contract/language';
import { SPANISH } from './es/templates.ts';
import type { Templates } from './template.ts';
import {
  contactChanged,
  contactVerification,
  findInvoice,
  passkeyAdded,
  signIn,
} from './templates/access.ts';
import {
  arrangementReminder,
  arrangementSuspended,
  autoPayChanged,
  feeChanged,
  methodExpiring,
  methodRemoved,
  planChanged,
  planDefaulted,
  scheduleEnded,
  scheduleMoved,
} from './templates/arrangements.ts';
import { chargeChanged } from './templates/charge-changes.ts';
import { inquiryAnswered } from './templates/inquiries.ts';
import { invoice, invoiceReminder } from './templates/invoices.ts';
import {
  paymentFailed,
  paymentReturned,
  paymentScheduled,
  receipt,
  upcomingCharge,
} from './templates/payments.ts';

const ENGLISH: Templates = {
  'sign-in': signIn,
  'find-invoice': findInvoice,
  invoice,
  'invoice-reminder': invoiceReminder,
  receipt,
  'payment-scheduled': paymentScheduled,
  'upcoming-charge': upcomingCharge,
  'payment-failed': paymentFailed,
  'payment-returned': paymentReturned,
  'method-removed': methodRemoved,
  'method-expiring': methodExpiring,
  'arrangement-suspended': arrangementSuspended,
  'arrangement-reminder': arrangementReminder,
  'fee-changed': feeChanged,
  'plan-changed': planChanged,
  'plan-defaulted': planDefaulted,
  'schedule-ended': scheduleEnded,
  'schedule-moved': scheduleMoved,
  'charge-changed': chargeChanged,
  'auto-pay-changed': autoPayChanged,
  'contact-verification': contactVerification,
  'contact-changed': contactChanged,
  'inquiry-answered': inquiryAnswered,
  'passkey-added': passkeyAdded,
};

/** In the language of the customer (R50). */
export const TEMPLATES: Readonly<Record<Language, Templates>> = { en: ENGLISH, es: SPANISH };
