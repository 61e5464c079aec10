/**
 * Stripe's Payment Element behind the port of fields.ts: one element that draws, checks and explains
 * its own fields. What is typed becomes a confirmation token; our server confirms the payment with it.
 */
import type { ProcessorData } from '@quittance/contract/company';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type {
  Appearance,
  Stripe,
  StripeConstructor,
  StripeElements,
  StripeElementsOptionsMode,
  StripePaymentElement,
} from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { fieldTexts } from '#texts/payment/fields';
import { abovePopup } from '../above-popup.ts';
import {
  type FieldAppearance,
  type MethodUse,
  type MountedFields,
  type MountRequest,
  type PayerAction,
  type Tokenized,
  UNTOUCHED,
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

/** One object per key: Stripe counts every call of its constructor as another integration. */
const opened = new Map<string, Stripe>();

async function load({ publicKey, scriptUrl, settings }: ProcessorData): Promise<Stripe> {
  if (publicKey === null) throw new Error('Stripe needs a publishable key');
  const known = opened.get(publicKey);
  if (known) return known;
  const { stripeAccount } = settings;
  const options = stripeAccount ? { stripeAccount } : {};
  const stripe =
    scriptUrl === null
      ? await loadWithin({
          sourceUrl: SCRIPT_HOST,
          load: () => loadStripe(publicKey, options),
        })
      : (await loadGlobal({ scriptUrl, read: () => window.Stripe }))(publicKey, options);
  if (!stripe) throw new Error('Stripe is not available here');
  opened.set(publicKey, stripe);
  return stripe;
}

function appearanceOf(look: FieldAppearance): Appearance {
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
      fontFamily: 'system-ui, sans-serif',
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

/** A confirmation token is good only for an intent of the same mode and the same later use. */
function modeOf({ chargedCents, isSaved }: MethodUse) {
  if (chargedCents === null) return { mode: 'setup', currency: 'usd' } as const;
  const setupFutureUsage = isSaved ? ('off_session' as const) : null;
  return { mode: 'payment', amount: chargedCents, currency: 'usd', setupFutureUsage } as const;
}

function optionsFor({ kind, use, appearance }: MountRequest): StripeElementsOptionsMode {
  return {
    ...modeOf(use),
    allowedPaymentMethodTypes: [METHOD_TYPES[kind]],
    paymentMethodCreation: 'manual',
    appearance: appearanceOf(appearance),
  };
}

async function ready(element: StripePaymentElement, container: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    element.on('ready', () => resolve());
    element.on('loaderror', ({ error }) => reject(new Error(error.message)));
    element.mount(`#${container}`);
  });
}

/** Follows what the element tells of itself; it shows what is wrong inside its own frame. */
function follow(element: StripePaymentElement) {
  let state = UNTOUCHED;
  const listeners = new Set<() => void>();
  const change = (changes: Partial<typeof state>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  element.on('change', ({ empty, complete }) =>
    // Not complete is as good as empty: what is missing only the element itself can see.
    change({ isEmpty: !complete, isValid: complete, ...(empty ? {} : { isDirty: true }) }),
  );
  element.on('focus', () => change({ isFocused: true }));
  element.on('blur', () => change({ isFocused: false, isTouched: true }));
  return {
    validity: () => ({ [WHOLE_FORM]: state }),
    subscribe: (onChange: () => void) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

async function tokenize(stripe: Stripe, elements: StripeElements): Promise<Tokenized> {
  const { error: refusal } = await elements.submit();
  if (refusal) {
    // The element has marked its own fields; a sentence of ours would only repeat it.
    if (refusal.type === 'validation_error') return { kind: 'invalid', fields: [WHOLE_FORM] };
    return { kind: 'failed', message: refusal.message ?? fieldTexts.unexpected };
  }
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
  if (error) return { kind: 'failed', message: error.message ?? fieldTexts.unexpected };
  return { kind: 'token', token: confirmationToken.id };
}

type Drawing = { stripe: Stripe; elements: StripeElements; request: MountRequest };

/** An extra: whatever goes wrong with it, the card can still be typed. */
async function drawWallet({ stripe, elements, request }: Drawing): Promise<StripeWallet | null> {
  const { walletContainerId: containerId, appearance } = request;
  if (containerId === null) return null;
  return mountWallet({
    elements,
    containerId,
    isDark: appearance.isDark,
    tokenize: () => tokenize(stripe, elements),
  }).catch(() => null);
}

async function mount(request: MountRequest): Promise<MountedFields> {
  const { data, containerId } = request;
  const stripe = await load(data);
  const elements = stripe.elements(optionsFor(request));
  const element = elements.create('payment', {
    layout: 'tabs',
    // The text the payer agrees to is ours and is kept with the payment; two would contradict.
    terms: { usBankAccount: 'never' },
    wallets: { applePay: 'never', googlePay: 'never' },
  });
  const { validity, subscribe } = follow(element);
  const walletDrawn = drawWallet({ stripe, elements, request });
  await loadWithin({
    sourceUrl: data.scriptUrl ?? SCRIPT_HOST,
    load: () => ready(element, containerId(WHOLE_FORM)),
  }).catch((error: unknown) => {
    void walletDrawn.then((wallet) => wallet?.destroy());
    throw error;
  });
  const wallet = await walletDrawn;
  return {
    validity,
    subscribe,
    tokenize: () => {
      wallet?.giveUp();
      return tokenize(stripe, elements);
    },
    focus: () => element.focus(),
    setUse: (use) => elements.update(modeOf(use)),
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
