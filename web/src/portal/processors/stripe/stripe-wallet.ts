/**
 * Stripe's Express Checkout Element, for the wallets of product §5.13: a button if the payer's browser has a
 * wallet. It is optional, since the card form works without it. It does not charge: its confirmation is tokenized
 * like a typed card.
 */
import type {
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { WALLET_TIMEOUT_MS } from '../../../shared/lib/timings.ts';
import type { TokenizeResult, Wallet, WalletListener } from '../fields.ts';

const BUTTON_HEIGHT_PX = 48;

type WalletRequest = {
  elements: StripeElements;
  containerId: string;
  isDark: boolean;
  tokenize: () => Promise<TokenizeResult>;
};

export type StripeWallet = Wallet & {
  /** The payer switched to the card, so the wallet's last confirmation must not be used. */
  discard: () => void;
  destroy: () => void;
};

function optionsFor(isDark: boolean): StripeExpressCheckoutElementOptions {
  const theme = isDark ? 'white' : 'black';
  return {
    buttonHeight: BUTTON_HEIGHT_PX,
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    // Only wallets backed by a card, because the card fee applies.
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      amazonPay: 'never',
      klarna: 'never',
      link: 'never',
      paypal: 'never',
    },
  };
}

function hasMethods({ availablePaymentMethods }: StripeExpressCheckoutElementReadyEvent): boolean {
  return Object.values(availablePaymentMethods ?? {}).some(Boolean);
}

/** A late button would move the fields while the payer types, so it is not offered. */
function isOffered(element: StripeExpressCheckoutElement, containerId: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), WALLET_TIMEOUT_MS);
    element.on('ready', (event) => resolve(hasMethods(event)));
    element.on('loaderror', () => resolve(false));
    element.mount(`#${containerId}`);
  });
}

/** The wallet validates its own sheet, so there is no field to mark. */
async function tokenizeSheet(tokenize: WalletRequest['tokenize']): Promise<TokenizeResult> {
  const tokenized = await tokenize();
  return tokenized.kind === 'invalid' ? { kind: 'failed', message: null } : tokenized;
}

function follow(element: StripeExpressCheckoutElement, tokenize: WalletRequest['tokenize']) {
  let listener: WalletListener | null = null;
  let confirmed: StripeExpressCheckoutElementConfirmEvent | null = null;
  const discard = (): void => {
    confirmed?.paymentFailed();
    confirmed = null;
  };
  // Must be synchronous, because after one second Stripe no longer opens the sheet.
  element.on('click', ({ resolve, reject }) => (listener?.onPress() ? resolve() : reject()));
  element.on('cancel', () => listener?.onCancel());
  element.on('confirm', (event) => {
    confirmed = event;
    if (listener) listener.onConfirm({ tokenize: () => tokenizeSheet(tokenize), fail: discard });
    else discard();
  });
  const listen = (given: WalletListener) => {
    listener = given;
    return () => {
      listener = null;
    };
  };
  return { listen, discard };
}

export async function mountWallet(request: WalletRequest): Promise<StripeWallet | null> {
  const { elements, containerId, isDark, tokenize } = request;
  const element = elements.create('expressCheckout', optionsFor(isDark));
  const followed = follow(element, tokenize);
  if (await isOffered(element, containerId))
    return { ...followed, destroy: () => element.destroy() };
  element.destroy();
  return null;
}
