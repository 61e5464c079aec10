// The Express Checkout Element: one button of a wallet that only exists here. It is there for
// payments, not for saving methods, and hands over a card of the wallet as a confirmation token.
import { followHeight, listenToPage, settings, tellEvent, tellPage } from './parent.js';
import { confirmIntent, openSession, post } from './requests.js';

const { elements, element: options = {} } = settings;
const element = document.getElementById('element');
const button = document.getElementById('pay');

const isPayment = elements.mode === 'payment' || elements.clientSecret?.startsWith('pi_') === true;
const allowed = elements.allowedPaymentMethodTypes ?? ['card'];
const isAvailable = isPayment && allowed.includes('card');

function methodData({ wallet, params = {} }) {
  const { name, email } = wallet.billingDetails;
  const { billing_details: given = {}, ...more } = params.payment_method_data ?? {};
  return {
    type: 'card',
    card: { token: `tok_sandbox_wallet_${wallet.last4}` },
    ...more,
    billing_details: { name, email, ...given },
  };
}

async function createConfirmationToken(details) {
  const { body: token, error } = await post('confirmation_tokens', {
    payment_method_data: methodData(details),
    return_url: details.params?.return_url,
    setup_future_usage: elements.setupFutureUsage,
  });
  return { token, error };
}

async function open() {
  listenToPage({
    createConfirmationToken,
    confirm: (details) =>
      confirmIntent({ ...details, params: { payment_method_data: methodData(details) } }),
  });
  const { error } = await openSession();
  if (error !== undefined) {
    tellEvent('loaderror', { error });
    return;
  }
  const { borderRadius } = elements.appearance?.variables ?? {};
  const { style } = document.documentElement;
  if (options.buttonHeight !== undefined) {
    style.setProperty('--button-height', `${Number(options.buttonHeight)}px`);
  }
  if (CSS.supports('border-radius', borderRadius ?? '')) {
    style.setProperty('--button-radius', borderRadius);
  }
  button.classList.toggle('white', options.buttonTheme?.googlePay === 'white');
  button.addEventListener('click', () => tellPage({ type: 'press' }));
  element.hidden = !isAvailable;
  followHeight(element);
  const none = { amazonPay: false, applePay: false, link: false, paypal: false, klarna: false };
  const availablePaymentMethods = isAvailable ? { ...none, googlePay: true } : undefined;
  tellEvent('ready', { availablePaymentMethods });
}

open();
