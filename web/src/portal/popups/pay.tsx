// The PAY popup (product §2.9 to §2.14). A running plan has its own dialog; the choice is made when the popup
// opens.

import { useState } from 'react';
import { useAppSelector } from '../store/hooks.ts';
import { type PayContext, selectPayContext } from '../store/selectors.ts';
import { PayPlan } from './pay-plan.tsx';
import { PayRequest } from './pay-request.tsx';

/** Renders nothing until company, processor, customer, payable and request are known (product §2.13). */
export function PayPopup() {
  const context = useAppSelector(selectPayContext);
  return context && <PayDialog context={context} />;
}

/** Decided once: a plan started in this popup is running before its overlay closes. */
function PayDialog({ context }: { context: PayContext }) {
  const { payable } = context;
  const invoice = payable.kind === 'invoice' ? payable.invoice : null;
  const [isPlanRunning] = useState(() => invoice?.status === 'PAYMENT_PLAN_IN_PROGRESS');
  if (isPlanRunning && invoice) return <PayPlan context={context} invoice={invoice} />;
  return <PayRequest context={context} />;
}
