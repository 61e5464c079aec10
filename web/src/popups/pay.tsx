// The PAY popup (product §2.9 to §2.15): what can be paid and how, the form, the sums and the result. A
// running plan is paid in a dialog of its own; which one it is, is decided when the popup opens.

import { useState } from 'react';
import { useAppSelector } from '../state/hooks.ts';
import { type PayContext, selectPayContext } from '../state/selectors.ts';
import { PayInvoice } from './pay-invoice.tsx';
import { PayPlan } from './pay-plan.tsx';

/** Product §2.13: nothing at all until company, processor, customer, invoice and request are known. */
export function PayPopup() {
  const context = useAppSelector(selectPayContext);
  return context && <PayDialog context={context} />;
}

/** A plan that starts in this popup is running before its overlay has gone. */
function PayDialog({ context }: { context: PayContext }) {
  const [isPlanRunning] = useState(() => context.invoice.status === 'PAYMENT_PLAN_IN_PROGRESS');
  return isPlanRunning ? <PayPlan context={context} /> : <PayInvoice context={context} />;
}
