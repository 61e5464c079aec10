// Payment methods and confirmation tokens in responses, and the parts of them that a charge repeats.
import type { Billing, Card, ConfirmationToken, Instrument, PaymentMethod } from '../store.ts';

export function billingAnswer({ name, email, phone, postalCode }: Billing) {
  const address = { city: null, country: null, line1: null, line2: null, state: null };
  return { address: { ...address, postal_code: postalCode }, email, name, phone, tax_id: null };
}

function walletAnswer({ isWallet, last4 }: Card) {
  return isWallet ? { dynamic_last4: last4, google_pay: {}, type: 'google_pay' } : null;
}

function instrumentAnswer(instrument: Instrument) {
  if (instrument.kind === 'bank') {
    return {
      us_bank_account: {
        account_holder_type: instrument.holderType,
        account_type: instrument.accountType,
        bank_name: instrument.bankName,
        financial_connections_account: instrument.financialConnectionsAccount,
        fingerprint: instrument.fingerprint,
        last4: instrument.last4,
        networks: { preferred: 'ach', supported: ['ach'] },
        routing_number: instrument.routingNumber,
        status_details: {},
      },
    };
  }
  return {
    card: {
      brand: instrument.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: instrument.brand,
      exp_month: instrument.expMonth,
      exp_year: instrument.expYear,
      fingerprint: instrument.fingerprint,
      funding: instrument.funding,
      generated_from: null,
      last4: instrument.last4,
      networks: { available: [instrument.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: walletAnswer(instrument),
    },
  };
}

export function typeOf({ kind }: Instrument): 'card' | 'us_bank_account' {
  return kind === 'card' ? 'card' : 'us_bank_account';
}

export function paymentMethodAnswer(method: PaymentMethod) {
  const { id, created, customer, instrument, billing, metadata } = method;
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingAnswer(billing),
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata,
    type: typeOf(instrument),
    ...instrumentAnswer(instrument),
  };
}

export function mandateAnswer({ id, isRevoked }: PaymentMethod) {
  return {
    id: id.replace(/^pm_/, 'mandate_'),
    object: 'mandate',
    livemode: false,
    payment_method: id,
    status: isRevoked ? 'inactive' : 'active',
    type: 'multi_use',
  };
}

export function chargeDetails(instrument: Instrument) {
  return { type: typeOf(instrument), ...instrumentAnswer(instrument) };
}

export function confirmationTokenAnswer(
  token: ConfirmationToken,
  method: PaymentMethod | undefined,
) {
  const preview = token.draft ?? method;
  const usedBy = token.usedBy ?? '';
  return {
    id: token.id,
    object: 'confirmation_token',
    created: token.created,
    expires_at: token.expiresAt,
    livemode: false,
    mandate_data: null,
    metadata: {},
    payment_intent: usedBy.startsWith('pi_') ? usedBy : null,
    payment_method_options: null,
    payment_method_preview:
      preview === undefined
        ? null
        : {
            billing_details: billingAnswer(preview.billing),
            customer: method?.customer ?? null,
            type: typeOf(preview.instrument),
            ...instrumentAnswer(preview.instrument),
          },
    return_url: token.returnUrl,
    setup_future_usage: token.setupFutureUsage,
    setup_intent: usedBy.startsWith('seti_') ? usedBy : null,
    shipping: null,
    use_stripe_sdk: true,
  };
}
