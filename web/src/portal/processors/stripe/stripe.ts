/**
 * Stripe's Payment Element behind the port of fields.ts: one element that renders and validates its own
 * fields. The input becomes a confirmation token, with which our server confirms the payment.
 */
import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type {
  Appearance,
  Stripe,
  StripeConstructor,
  StripeElements,
  StripeElementsOptionsMode,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { fieldTexts } from '#texts/payment/fields';
import { LANGUAGE } from '#texts/site/language';
import { abovePopup } from '../above-popup.ts';
import { FRAME_FONTS } from '../appearance.ts';
import {
  createFieldStates,
  type FieldAppearance,
  type FieldState,
  type MethodUse,
  type MountedFields,
  type MountRequest,
  type PayerAction,
  type TokenizeResult,
  WHOLE_FORM,
} from '../fields.ts';
import { loadGlobal, loadWithin } from '../script-loader.ts';
import { mountWallet, type StripeWallet } from './stripe-wallet.ts';

const SCRIPT_HOST = 'https://js.stripe.com/';

const METHOD_TYPES: Record<ChargeKind, string> = { card: 'card', ach: 'us_bank_account' };

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

/** One object per key and account, because Stripe treats every constructor call as another integration. */
const opened = new Map<string, Stripe>();

async function load({ publicKey, scriptUrl, settings }: ProcessorData): Promise<Stripe> {
  if (publicKey === null) throw new Error('Stripe needs a publishable key');
  const { stripeAccount } = settings;
  const integration = JSON.stringify([publicKey, stripeAccount]);
  const known = opened.get(integration);
  if (known) return known;
  // Stripe's own fields and errors use the language of the page, not that of the browser.
  const options = { locale: LANGUAGE, ...(stripeAccount ? { stripeAccount } : {}) };
  const stripe =
    scriptUrl === null
      ? await loadWithin({
          sourceUrl: SCRIPT_HOST,
          load: () => loadStripe(publicKey, options),
        })
      : (await loadGlobal({ scriptUrl, read: () => window.Stripe }))(publicKey, options);
  if (!stripe) throw new Error('Stripe is not available here');
  opened.set(integration, stripe);
  return stripe;
}

function toAppearance(look: FieldAppearance): Appearance {
  return {
    theme: look.isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: look.focusColor,
      colorBackground: look.backgroundColor,
      colorText: look.color,
      colorTextSecondary: look.mutedColor,
      colorTextPlaceholder: look.placeholderColor,
      colorDanger: look.dangerColor,
      fontFamily: FRAME_FONTS,
      fontSizeBase: look.fontSize,
      borderRadius: '12px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
    },
    rules: {
      '.Input': { border: `1px solid ${look.borderColor}`, boxShadow: 'none' },
      '.Input:focus': { border: `1px solid ${look.focusColor}`, boxShadow: 'none' },
      '.Label': { color: look.color, fontWeight: '500', fontSize: '14px' },
    },
  };
}

/** A confirmation token is valid only for an intent with the same mode and future usage. */
function toMode({ chargedCents, isSaved }: MethodUse) {
  if (chargedCents === null) return { mode: 'setup', currency: 'usd' } as const;
  const setupFutureUsage = isSaved ? ('off_session' as const) : null;
  return { mode: 'payment', amount: chargedCents, currency: 'usd', setupFutureUsage } as const;
}

/** Matches the server's request: a method is saved only after instant verification. */
const INSTANT = { us_bank_account: { verification_method: 'instant' as const } };

function optionsFor({ kind, use, appearance }: MountRequest): StripeElementsOptionsMode {
  const isBankSaved = kind === 'ach' && use.chargedCents === null;
  return {
    ...toMode(use),
    ...(isBankSaved ? { paymentMethodOptions: INSTANT } : {}),
    allowedPaymentMethodTypes: [METHOD_TYPES[kind]],
    paymentMethodCreation: 'manual',
    appearance: toAppearance(appearance),
  };
}

async function ready(element: StripePaymentElement, container: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    element.on('ready', () => resolve());
    element.on('loaderror', ({ error }) => reject(new Error(error.message)));
    element.mount(`#${container}`);
  });
}

/**
 * A key pressed in a frame does not reach the page. This makes Escape close the popup as it does outside the frame.
 */
function pressEscape(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}

function toStates(element: StripePaymentElement) {
  const states = createFieldStates([WHOLE_FORM]);
  const change = (changes: Partial<FieldState>): void => states.change(WHOLE_FORM, changes);
  element.on('change', ({ empty, complete }) =>
    // Incomplete counts as empty, because only the element has the details of what is missing.
    change({ isEmpty: !complete, isValid: complete, ...(empty ? {} : { isDirty: true }) }),
  );
  element.on('focus', () => change({ isFocused: true }));
  element.on('blur', () => change({ isFocused: false, isTouched: true }));
  element.on('escape', pressEscape);
  return states;
}

/** Stripe's messages about a card or its fields are for payers, all others for developers (product §8.3). */
function toPayerMessage({ type, message }: StripeError): string {
  const isForPayers = type === 'card_error' || type === 'validation_error';
  return (isForPayers && message) || fieldTexts.unexpected;
}

async function tokenize(stripe: Stripe, elements: StripeElements): Promise<TokenizeResult> {
  const { error: refusal } = await elements.submit();
  if (refusal) {
    // The element shows the error next to its own fields.
    if (refusal.type === 'validation_error') return { kind: 'invalid', fields: [WHOLE_FORM] };
    return { kind: 'failed', message: toPayerMessage(refusal) };
  }
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
  if (error) return { kind: 'failed', message: toPayerMessage(error) };
  return { kind: 'token', token: confirmationToken.id };
}

/** The elements apply a change asynchronously. A token created before that is for the old amount. */
function toUpdates(elements: StripeElements) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    add(options: ReturnType<typeof toMode>): void {
      // A rejected change leaves the old options, and the server then refuses the token created with them.
      last = elements.update(options).catch(() => undefined);
    },
    done: () => last,
  };
}

type WalletMount = {
  elements: StripeElements;
  request: MountRequest;
  collect: () => Promise<TokenizeResult>;
};

async function createWallet({
  elements,
  request,
  collect,
}: WalletMount): Promise<StripeWallet | null> {
  const { walletContainerId: containerId, appearance } = request;
  if (containerId === null) return null;
  return mountWallet({
    elements,
    containerId,
    isDark: appearance.isDark,
    tokenize: collect,
  }).catch(() => null);
}

async function mount(request: MountRequest): Promise<MountedFields> {
  const { data, containerId } = request;
  const stripe = await load(data);
  const elements = stripe.elements(optionsFor(request));
  const element = elements.create('payment', {
    layout: 'tabs',
    // The mandate text is our own and is stored with the payment. Stripe's text would contradict it.
    terms: { usBankAccount: 'never' },
    wallets: { applePay: 'never', googlePay: 'never' },
  });
  const { validity, subscribe } = toStates(element);
  const updates = toUpdates(elements);
  const collect = () => updates.done().then(() => tokenize(stripe, elements));
  const walletMounted = createWallet({ elements, request, collect });
  await loadWithin({
    sourceUrl: data.scriptUrl ?? SCRIPT_HOST,
    load: () => ready(element, containerId(WHOLE_FORM)),
  }).catch((error: unknown) => {
    void walletMounted.then((wallet) => wallet?.destroy());
    throw error;
  });
  const wallet = await walletMounted;
  return {
    validity,
    subscribe,
    tokenize: () => {
      wallet?.discard();
      return collect();
    },
    focus: () => element.focus(),
    setUse: (use) => updates.add(toMode(use)),
    setAppearance: (look) => void elements.update({ appearance: toAppearance(look) }),
    ...(wallet && { wallet }),
    unmount: () => {
      wallet?.destroy();
      element.destroy();
    },
  };
}

async function confirmAction({ data, threeDSData }: PayerAction): Promise<boolean> {
  const stripe = await load(data);
  const { error } = await abovePopup(() => stripe.handleNextAction({ clientSecret: threeDSData }));
  return error === undefined;
}

export const stripe = { mount, confirmAction };
