// window.Stripe, as the script at js.stripe.com defines it. Simulated: the Payment Element, the
// Express Checkout Element, confirmation tokens, confirmation, next actions and microdeposits.
// Frames of this server make all API calls, so a page's connect-src does not need this origin.
import { makeFrame } from '../../common/frames.js';
import { createElements, useElements } from './elements.js';
import { integrationError, openLine, openModal, stripePage } from './frames.js';

const RELEASE = 'endive';

const isSetup = (clientSecret) => clientSecret.startsWith('seti_');
const toName = (clientSecret) => (isSetup(clientSecret) ? 'setupIntent' : 'paymentIntent');

/** An invisible frame that calls the API for a page without elements. */
function createController(access) {
  let line;
  const open = () => {
    const frame = makeFrame(stripePage('elements/controller.html', access), 'Stripe controller');
    Object.assign(frame.style, { position: 'absolute', width: '1px', height: '1px' });
    frame.style.visibility = 'hidden';
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    document.body.append(frame);
    return openLine(frame, () => {});
  };
  return {
    ask(action, details) {
      line ??= open();
      return line.ask(action, details);
    },
  };
}

/** The last error of an intent that requires another method is the result. */
function toResult(clientSecret, { intent, error }) {
  if (error !== undefined) return { error };
  const failure = intent.last_payment_error ?? intent.last_setup_error;
  if (intent.status === 'requires_payment_method' && failure) {
    return { error: { ...failure, [intent.object]: intent } };
  }
  return { [toName(clientSecret)]: intent };
}

const isChallengeOver = (message) => message?.type === 'challenge_finished';

async function takeNextAction(controller, clientSecret, given) {
  const action = given.intent?.next_action;
  if (given.intent?.status !== 'requires_action') return toResult(clientSecret, given);
  if (action?.type === 'redirect_to_url') {
    window.location.assign(action.redirect_to_url.url);
    return new Promise(() => {});
  }
  // Microdeposits take days: the payer gets an email, and the page gets the intent as it is.
  if (action?.type !== 'use_stripe_sdk') return toResult(clientSecret, given);
  const url = stripePage('3ds/challenge.html', { client_secret: clientSecret });
  await openModal(url, '3-D Secure', isChallengeOver);
  return toResult(clientSecret, await controller.ask('retrieve', { clientSecret }));
}

function returnTo(returnUrl, clientSecret) {
  const url = new URL(returnUrl);
  const name = isSetup(clientSecret) ? 'setup_intent' : 'payment_intent';
  url.searchParams.set(name, clientSecret.split('_secret_')[0]);
  url.searchParams.set(`${name}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', 'succeeded');
  window.location.assign(url);
  return new Promise(() => {});
}

/** confirmPayment and confirmSetup, with the elements' details or a method in the params. */
async function confirm(controller, { elements, clientSecret, confirmParams = {}, redirect }) {
  const secret = clientSecret ?? elements?.group.options.clientSecret;
  if (secret === undefined) throw integrationError('A clientSecret is required.');
  const { return_url: returnUrl, ...params } = confirmParams;
  const details = { clientSecret: secret, params, returnUrl };
  if (elements !== undefined && clientSecret === undefined && !elements.group.isSubmitted) {
    const { error } = await elements.submit();
    if (error !== undefined) return { error };
  }
  const answer =
    elements === undefined
      ? await controller.ask('confirm', details)
      : await useElements(elements, 'confirm', details);
  const result = await takeNextAction(controller, secret, answer);
  if (result.error !== undefined || redirect === 'if_required') return result;
  if (returnUrl === undefined) throw integrationError('confirmParams.return_url is required.');
  return returnTo(returnUrl, secret);
}

async function handleNextAction(controller, { clientSecret }) {
  const answer = await controller.ask('retrieve', { clientSecret });
  if (answer.intent !== undefined && answer.intent.status !== 'requires_action') {
    throw integrationError(
      `handleNextAction: the intent supplied is not in the requires_action state.`,
    );
  }
  return takeNextAction(controller, clientSecret, answer);
}

async function createConfirmationToken({ elements, params = {} }) {
  const { token, error } = await useElements(elements, 'createConfirmationToken', { params });
  return error === undefined ? { confirmationToken: token } : { error };
}

async function createPaymentMethod({ elements, params = {} }) {
  const { method, error } = await useElements(elements, 'createPaymentMethod', { params });
  return error === undefined ? { paymentMethod: method } : { error };
}

const notSimulated = (name) => async () => {
  throw integrationError(`The sandbox does not simulate stripe.${name}().`);
};

function Stripe(publishableKey, { stripeAccount, locale } = {}) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key.');
  }
  const access = { publishableKey, stripeAccount, locale };
  const controller = createController(access);
  const verify = (clientSecret, evidence) =>
    controller
      .ask('verifyMicrodeposits', { clientSecret, evidence })
      .then((answer) => toResult(clientSecret, answer));
  const retrieve = (clientSecret) =>
    controller.ask('retrieve', { clientSecret }).then(({ intent, error }) => {
      return error === undefined ? { [toName(clientSecret)]: intent } : { error };
    });
  return {
    elements: (options) => createElements(access, options),
    createConfirmationToken,
    createPaymentMethod,
    confirmPayment: (options) => confirm(controller, options),
    confirmSetup: (options) => confirm(controller, options),
    confirmCardPayment: (clientSecret, data = {}) =>
      confirm(controller, { clientSecret, confirmParams: data, redirect: 'if_required' }),
    confirmCardSetup: (clientSecret, data = {}) =>
      confirm(controller, { clientSecret, confirmParams: data, redirect: 'if_required' }),
    handleNextAction: (options) => handleNextAction(controller, options),
    retrievePaymentIntent: retrieve,
    retrieveSetupIntent: retrieve,
    verifyMicrodepositsForPayment: verify,
    verifyMicrodepositsForSetup: verify,
    createToken: notSimulated('createToken'),
    createSource: notSimulated('createSource'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

Stripe.version = RELEASE;
window.Stripe = Stripe;
