// The Express Checkout Element: one button of a simulated wallet. It is available for payments, not
// for saving methods, and provides a card of the wallet as a confirmation token.
import { followHeight, listenToPage, sendEvent, sendToPage, settings } from './parent.js';
import { confirmIntent, createConfirmationToken, openSession } from './requests.js';

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

async function open() {
  listenToPage({
    createConfirmationToken: (details) =>
      createConfirmationToken(methodData(details), details.params, elements),
    confirm: (details) =>
      confirmIntent({ ...details, params: { payment_method_data: methodData(details) } }),
  });
  const { error } = await openSession();
  if (error !== undefined) {
    sendEvent('loaderror', { error });
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
  button.addEventListener('click', () => sendToPage({ type: 'press' }));
  element.hidden = !isAvailable;
  followHeight(element);
  const none = { amazonPay: false, applePay: false, link: false, paypal: false, klarna: false };
  const availablePaymentMethods = isAvailable ? { ...none, googlePay: true } : undefined;
  sendEvent('ready', { availablePaymentMethods });
}

open();
