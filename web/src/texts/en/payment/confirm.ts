/** The CONFIRM popup (product §2.16). */
import type { ConfirmType } from '@quittance/contract/vocabulary';

/** `note` is shown below the text. The texts are literal (product §2.16). */
const prompt: Record<ConfirmType, { title: string; text: string; note?: string }> = {
  cancelScheduledPayment: {
    title: 'Cancel scheduled payment?',
    text: 'You will be able to reschedule invoice payment later again',
  },
  cancelPaymentPlan: {
    title: 'Cancel payment plan?',
    text: 'The remaining unpaid balance will become available for payment immediately',
    note: 'It is due by the due date of the invoice.',
  },
};

export const confirmTexts = {
  prompt,
  /** Shown while auto-pay is on (R83). */
  autoPay:
    "Auto-pay won't pay this invoice, so you'll need to pay it yourself. You can add it back under Upcoming payments.",
  submit: 'Cancel payment',
};
