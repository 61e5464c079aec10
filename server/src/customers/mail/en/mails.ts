import type { Mails, Templates } from '../template.ts';
import {
  contactChanged,
  contactVerification,
  findInvoice,
  passkeyAdded,
  passkeyRemoved,
  signIn,
} from './access.ts';
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
} from './arrangements.ts';
import { agreement, chargeChanged } from './charge-changes.ts';
import { toText } from './facts.ts';
import { frameTexts as frame } from './frame.ts';
import { inquiryAnswered } from './inquiries.ts';
import { invoice, invoiceReminder } from './invoices.ts';
import {
  paymentFailed,
  paymentReturned,
  paymentScheduled,
  paymentSubmitted,
  receipt,
  refundFailed,
  upcomingCharge,
} from './payments.ts';

const templates: Templates = {
  'sign-in': signIn,
  'find-invoice': findInvoice,
  invoice,
  'invoice-reminder': invoiceReminder,
  receipt,
  'payment-submitted': paymentSubmitted,
  'payment-scheduled': paymentScheduled,
  'upcoming-charge': upcomingCharge,
  'payment-failed': paymentFailed,
  'payment-returned': paymentReturned,
  'refund-failed': refundFailed,
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
  agreement,
  'auto-pay-changed': autoPayChanged,
  'contact-verification': contactVerification,
  'contact-changed': contactChanged,
  'inquiry-answered': inquiryAnswered,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
};

export const mails: Mails = { templates, frame, toText };
