// One element on the merchant's page: a frame, its events, and the wallet's sheet that an express
// checkout button opens.
import { makeFrame } from '../../common/frames.js';
import { integrationError, openLine, openModal, stripePage } from './frames.js';

const RESOLVE_WITHIN_MS = 1000;
const ELEMENT_PAGES = {
  payment: ['elements/payment.html', 'Secure payment input frame'],
  expressCheckout: ['elements/express.html', 'Secure express checkout frame'],
};

function createEmitter() {
  const handlers = new Map();
  const of = (name) => handlers.get(name) ?? [];
  return {
    on: (name, handler) => handlers.set(name, [...of(name), handler]),
    off: (name, handler) =>
      handlers.set(
        name,
        of(name).filter((each) => handler !== undefined && each !== handler),
      ),
    emit: (name, event) => of(name).forEach((handler) => void handler(event)),
  };
}

/** The page must resolve the click at once; then the wallet's sheet opens. */
function runWallet(group, emitter, elementType) {
  const expressPaymentType = 'google_pay';
  let isSettled = false;
  const reject = () => {
    isSettled = true;
  };
  const resolve = async (details = {}) => {
    if (isSettled) return;
    isSettled = true;
    const { amount, currency } = group.options;
    const settings = { amount, currency, business: details.business?.name };
    const isOver = (message) => message?.type === 'wallet';
    const title = 'Sandbox Pay';
    const url = stripePage('elements/wallet.html', settings);
    const { last4, billingDetails } = await openModal(url, title, isOver);
    if (last4 === undefined) return emitter.emit('cancel', { elementType });
    group.wallet = { last4, billingDetails };
    const paymentFailed = () => {
      group.wallet = undefined;
    };
    emitter.emit('confirm', { expressPaymentType, billingDetails, paymentFailed });
  };
  setTimeout(reject, RESOLVE_WITHIN_MS);
  emitter.emit('click', { elementType, expressPaymentType, resolve, reject });
}

export function createElement(group, type, options = {}) {
  if (!(type in ELEMENT_PAGES)) {
    throw integrationError(`The sandbox does not simulate the element '${type}'.`);
  }
  const emitter = createEmitter();
  const [page, title] = ELEMENT_PAGES[type];
  let current = { ...options };
  let line;

  const listen = (message) => {
    if (message?.type === 'height') line.frame.style.height = `${message.heightPx}px`;
    if (message?.type === 'press') runWallet(group, emitter, type);
    if (message?.type === 'event') {
      emitter.emit(message.name, { elementType: type, ...message.detail });
    }
  };
  const element = {
    /** Internal to this script. */
    ask: (action, details) => line.ask(action, details),
    isMounted: () => line !== undefined,
    refresh: () => line?.send({ type: 'update', elements: group.options, element: current }),
    mount(target) {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw integrationError(`The selector you specified (${target}) is not there.`);
      element.unmount();
      const settings = { ...group.access, elements: group.options, element: current };
      line = openLine(makeFrame(stripePage(page, settings), title), listen);
      line.frame.style.height = '0';
      place.append(line.frame);
    },
    unmount() {
      line?.close();
      line = undefined;
    },
    destroy() {
      element.unmount();
      group.forget(type);
    },
    update(changes) {
      current = { ...current, ...changes };
      element.refresh();
    },
    focus() {
      line?.frame.focus();
      line?.send({ type: 'focus' });
    },
    blur: () => line?.send({ type: 'blur' }),
    clear: () => line?.send({ type: 'clear' }),
    collapse: () => element,
    once(name, handler) {
      const first = (event) => {
        emitter.off(name, first);
        handler(event);
      };
      emitter.on(name, first);
      return element;
    },
    on(name, handler) {
      emitter.on(name, handler);
      return element;
    },
    off(name, handler) {
      emitter.off(name, handler);
      return element;
    },
  };
  return element;
}
