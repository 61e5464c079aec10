// Two parts of an intent's response: the next action and the last error.
import { paymentMethodAnswer } from '../methods/method-answers.ts';
import type { IntentError, NextAction, Store } from '../store.ts';

export function nextActionAnswer(action: NextAction | null) {
  switch (action?.type) {
    case undefined:
      return null;
    case 'use_stripe_sdk':
      // This field is private to Stripe and its script; its contents are not documented.
      return {
        type: action.type,
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: action.url },
      };
    case 'redirect_to_url': {
      const { url, returnUrl } = action;
      return { type: action.type, redirect_to_url: { url, return_url: returnUrl } };
    }
    case 'verify_with_microdeposits':
      return {
        type: action.type,
        verify_with_microdeposits: {
          arrival_date: action.arrivalDate,
          hosted_verification_url: action.url,
          microdeposit_type: 'descriptor_code',
        },
      };
  }
}

export function intentErrorAnswer(store: Store, error: IntentError | null) {
  if (error === null) return null;
  const { paymentMethod, ...rest } = error;
  const method = paymentMethod === null ? undefined : store.paymentMethods.get(paymentMethod);
  const page = error.code.replaceAll('_', '-');
  return {
    ...rest,
    doc_url: `https://docs.stripe.com/error-codes/${page}`,
    ...(method === undefined ? {} : { payment_method: paymentMethodAnswer(method) }),
  };
}
