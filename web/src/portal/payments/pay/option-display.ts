/** Title and icon of each payment option, on the invoice page and in the PAY popup. */
import type { PaymentOption } from '@quittance/contract/vocabulary';
import { payOptionsTexts } from '#texts/payment/pay-options';
import type { IconName } from '../../../shared/ui/actions/icon.tsx';

const { titles } = payOptionsTexts;

export const OPTION_DISPLAY = {
  PAY_IN_FULL: { title: titles.PAY_IN_FULL, icon: 'card' },
  PAYMENT_PLAN: { title: titles.PAYMENT_PLAN, icon: 'plan' },
  PAYMENT_EXTENSION: { title: titles.PAYMENT_EXTENSION, icon: 'calendar' },
} as const satisfies Record<PaymentOption, { title: string; icon: IconName }>;
