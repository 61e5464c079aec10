// The parameters that confirm an intent, alone or during its creation: the method, the mandate, and
// whether the payer is present.
import { isIP } from 'node:net';
import { z } from 'zod';
import { ApiError, invalid } from '../api/api-error.ts';
import type { Call } from '../api/operation.ts';
import { usableToken } from '../methods/confirmation-tokens.ts';
import {
  type MethodSource,
  requireUsable,
  sourceOfData,
  sourceOfDraft,
  sourceOfId,
} from '../methods/methods.ts';
import { type ConfirmationToken, FUTURE_USAGES, type PaymentMethod, type Store } from '../store.ts';
import { type AnyIntent, requireAccepted, requireSameCustomer } from './intents.ts';

const VERIFICATIONS = ['automatic', 'instant', 'microdeposits'] as const;

const BankOptions = z.object({ verification_method: z.enum(VERIFICATIONS).optional() });

const Params = z.object({
  confirmation_token: z.string().optional(),
  payment_method: z.string().optional(),
  payment_method_data: z.unknown().optional(),
  payment_method_options: z
    .object({ us_bank_account: z.union([z.literal(''), BankOptions]).optional() })
    .optional(),
  return_url: z.string().optional(),
  use_stripe_sdk: z.boolean().optional(),
  off_session: z.union([z.boolean(), z.string()]).optional(),
  error_on_requires_action: z.boolean().default(false),
  mandate_data: z.unknown().optional(),
  setup_future_usage: z.enum(FUTURE_USAGES).optional(),
});
type Params = z.infer<typeof Params>;

export type Confirmation = {
  source: MethodSource;
  token: ConfirmationToken | null;
  returnUrl: string | null;
  usesScript: boolean;
  isOffSession: boolean;
  failsOnAction: boolean;
  hasMandate: boolean;
  verification: (typeof VERIFICATIONS)[number];
  baseUrl: string;
};

function sourceOfToken(call: Call, token: ConfirmationToken): MethodSource {
  const { draft, paymentMethod } = token;
  if (draft !== null) return sourceOfDraft(call, draft);
  return sourceOfId(call, paymentMethod ?? '');
}

/** Parameters of the request take precedence over those of its confirmation token. */
function toSource(
  call: Call,
  { payment_method, payment_method_data }: Params,
  token: ConfirmationToken | null,
): MethodSource | undefined {
  if (payment_method !== undefined) return sourceOfId(call, payment_method);
  if (payment_method_data !== undefined) return sourceOfData(call, payment_method_data);
  return token === null ? undefined : sourceOfToken(call, token);
}

const NO_METHOD =
  "You cannot confirm this intent because it's missing a payment method. To confirm it, specify a " +
  'payment method with payment_method, payment_method_data or confirmation_token.';

const NO_RETURN_URL =
  'This intent is configured to accept payment methods enabled in your Dashboard. Because some of ' +
  'these payment methods might redirect your customer off of your page, you must provide a ' +
  "`return_url`. If you don't want to accept redirect-based payment methods, set " +
  '`automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` ' +
  'to `never` when creating Setup Intents and Payment Intents.';

type Confirmable = Pick<AnyIntent, 'allowedTypes' | 'automatic' | 'paymentMethod'>;

const Acceptance = z.object({
  customer_acceptance: z.object({
    online: z.object({ ip_address: z.string().optional(), user_agent: z.string().optional() }),
  }),
});

/** An online mandate must name the browser that accepted it and its IP address. */
function requireEvidence({ mandate_data: mandate }: Params): void {
  const { online } = Acceptance.safeParse(mandate).data?.customer_acceptance ?? {};
  if (online === undefined) return;
  const toParam = (name: string) => `mandate_data[customer_acceptance][online][${name}]`;
  if (online.user_agent === '') {
    const param = toParam('user_agent');
    const message = `You passed an empty string for '${param}'.`;
    throw invalid(message, { code: 'parameter_invalid_empty', param });
  }
  if (online.ip_address !== undefined && isIP(online.ip_address) === 0) {
    throw invalid('Invalid IP address.', { param: toParam('ip_address') });
  }
}

/** Requires a whole address. Live accounts also refuse `http`. */
function requireUrl(url: string | undefined): void {
  if (url === undefined || (URL.canParse(url) && /^[a-z][a-z0-9+.-]*:\/\//i.test(url))) return;
  const message = 'Invalid URL: An explicit scheme (such as https) must be provided.';
  throw invalid(message, { code: 'url_invalid', param: 'return_url' });
}

/** A token made by Elements is valid only for an intent with the same options. */
function requireSameUsage({ setup_future_usage: given }: Params, token: ConfirmationToken): void {
  if (!token.isFromElements || given === undefined || given === token.setupFutureUsage) return;
  throw invalid(
    `The provided setup_future_usage (${given}) does not match the expected setup_future_usage ` +
      `(${token.setupFutureUsage}). Try confirming with a Payment Intent that is configured to use ` +
      'the same parameters as Stripe Elements.',
    { param: 'setup_future_usage' },
  );
}

export function readConfirmation(call: Call, intent: Confirmable): Confirmation {
  const params = Params.parse(call.params);
  const { confirmation_token: tokenId, payment_method_options: options } = params;
  const token = tokenId === undefined ? null : usableToken(call, tokenId);
  requireEvidence(params);
  requireUrl(params.return_url);
  if (token) requireSameUsage(params, token);
  const chosen = toSource(call, params, token);
  const source =
    chosen ?? (intent.paymentMethod === null ? undefined : sourceOfId(call, intent.paymentMethod));
  if (source === undefined) throw invalid(NO_METHOD, { code: 'parameter_missing' });
  requireAccepted(intent, source.preview.instrument);
  const returnUrl = params.return_url ?? token?.returnUrl ?? null;
  const mayRedirect = intent.automatic?.allow_redirects === 'always';
  if (mayRedirect && returnUrl === null && !call.isPublishable) {
    throw invalid(NO_RETURN_URL, { param: 'return_url' });
  }
  const bank = options?.us_bank_account;
  return {
    source,
    token,
    returnUrl,
    usesScript: params.use_stripe_sdk ?? (token !== null || call.isPublishable),
    isOffSession: params.off_session !== undefined && params.off_session !== false,
    failsOnAction: params.error_on_requires_action,
    hasMandate: call.isPublishable || (params.mandate_data ?? '') !== '',
    verification: (typeof bank === 'object' ? bank.verification_method : undefined) ?? 'automatic',
    baseUrl: call.baseUrl,
  };
}

const NO_MANDATE =
  'This intent requires a mandate, but no existing mandate was found. Collect mandate acceptance ' +
  'from the customer and try again, providing acceptance data in the mandate_data parameter.';

function requireMandate({ hasMandate }: Confirmation, method: PaymentMethod): void {
  if (method.instrument.kind === 'card' || hasMandate || method.isSetUp) return;
  throw invalid(NO_MANDATE, { code: 'payment_intent_mandate_invalid', param: 'mandate_data' });
}

function requireVerifiable(
  { verification }: Confirmation,
  { instrument, isVerified }: PaymentMethod,
): void {
  if (instrument.kind === 'card' || isVerified || verification !== 'instant') return;
  throw new ApiError(400, {
    code: 'intent_verification_method_missing',
    message: 'This bank account was not verified instantly, and no other verification is allowed.',
  });
}

export function takeMethod(
  store: Store,
  intent: AnyIntent,
  confirmation: Confirmation,
): PaymentMethod {
  const { source, token } = confirmation;
  const method = source.make();
  requireUsable(method);
  requireSameCustomer(intent, method);
  requireMandate(confirmation, method);
  requireVerifiable(confirmation, method);
  if (token !== null) store.confirmationTokens.put({ ...token, usedBy: intent.id });
  return method;
}
