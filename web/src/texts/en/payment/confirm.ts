/** The CONFIRM popup (product §2.16). */
import type { ConfirmType } from '@quittance/contract/vocabulary';

const prompt: Record<ConfirmType, { title: string; text: string }> = {
  cancelScheduledPayment: {
    title: 'Cancel scheduled payment?',
    text: 'You will be able to reschedule invoice payment later again',
  },
  cancelPaymentPlan: {
    title: 'Cancel payment plan?',
    text: 'The remaining unpaid balance will become available for payment immediately',
  },
};

export const confirmTexts = {
  prompt,
  /** Shown while auto-pay is on (R83). */
  autoPay: "Auto-pay won't charge this invoice. You can include it again under Upcoming payments.",
  submit: 'Cancel payment',
};
