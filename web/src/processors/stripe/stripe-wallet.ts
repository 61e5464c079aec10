/**
 * Stripe's Express Checkout Element, for the wallets of product §5.13: a button that is there when the
 * payer's browser has a wallet, and nothing otherwise. An extra beside the card: it may be missing,
 * late or broken, and the form stands without it. Takes no payment: what the payer agreed to in the
 * wallet is handed over like a card that was typed.
 */
import type {
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementReadyEvent,
} from '@stripe/stripe-js';
import { WALLET_TIMEOUT_MS } from '../../lib/timings.ts';
import type { Tokenized, Wallet, WalletListener } from '../fields.ts';

const BUTTON_HEIGHT_PX = 48;

type WalletRequest = {
  elements: StripeElements;
  containerId: string;
  isDark: boolean;
  tokenize: () => Promise<Tokenized>;
};

export type StripeWallet = Wallet & {
  /** The payer has turned to the card: what the wallet last gave is not to be used any more. */
  giveUp: () => void;
  destroy: () => void;
};

function optionsFor(isDark: boolean): StripeExpressCheckoutElementOptions {
  const theme = isDark ? 'white' : 'black';
  return {
    buttonHeight: BUTTON_HEIGHT_PX,
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    // Only wallets that hold a card: our server charges nothing else under its fee.
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

/** Later than the fields it would push them away from under the payer's hand: then rather not. */
function isOffered(element: StripeExpressCheckoutElement, containerId: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), WALLET_TIMEOUT_MS);
    element.on('ready', (event) => resolve(hasMethods(event)));
    element.on('loaderror', () => resolve(false));
    element.mount(`#${containerId}`);
  });
}

/** The wallet's own sheet checks what is in it, so there is no field to point at. */
async function tokenizeSheet(tokenize: WalletRequest['tokenize']): Promise<Tokenized> {
  const tokenized = await tokenize();
  return tokenized.kind === 'invalid' ? { kind: 'failed', message: null } : tokenized;
}

function follow(element: StripeExpressCheckoutElement, tokenize: WalletRequest['tokenize']) {
  let listener: WalletListener | null = null;
  let confirmed: StripeExpressCheckoutElementConfirmEvent | null = null;
  const giveUp = (): void => {
    confirmed?.paymentFailed();
    confirmed = null;
  };
  // Answered at once: Stripe waits for a second, then the sheet does not open any more.
  element.on('click', ({ resolve, reject }) => (listener?.onPress() ? resolve() : reject()));
  element.on('cancel', () => listener?.onCancel());
  element.on('confirm', (event) => {
    confirmed = event;
    if (listener) listener.onConfirm({ tokenize: () => tokenizeSheet(tokenize), fail: giveUp });
    else giveUp();
  });
  const listen = (given: WalletListener) => {
    listener = given;
    return () => {
      listener = null;
    };
  };
  return { listen, giveUp };
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
