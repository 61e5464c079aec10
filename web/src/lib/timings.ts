// Every delay the product names, once, with the paragraph that fixes it.
// Deliberately no behaviour: whoever waits reads the number here, so nobody invents a second one.

/** product §2, §9: toasts in the payment portal. */
export const PORTAL_TOAST_MS = 5_000;

/** product §2, §9: toasts in the authentication flow, one at a time. */
export const AUTH_TOAST_MS = 4_000;
export const AUTH_TOAST_LIMIT = 1;

/** product §4, §9: success callback after a payment without 3-D Secure. */
export const SUCCESS_CALLBACK_MS = 3_000;

/** product §5, §9: how often the validity of the payment form is checked again. */
export const FORM_RECHECK_MS = 1_000;

/** product §4, §9: the popup closes by itself after a method was changed. */
export const METHOD_CHANGED_CLOSE_MS = 5_000;

/** product §4, §9: the popup closes by itself after a plan or a scheduled payment was cancelled. */
export const CANCELED_CLOSE_MS = 1_000;

/** product §2, §9: the slide-in sidebar; sheets move at the same pace. */
export const SIDEBAR_ANIMATION_MS = 300;

/** product §2, §9: one turn of the status icon. */
export const STATUS_SPIN_MS = 900;

/** Short feedback: hover, press, focus. */
export const FEEDBACK_MS = 150;

/** product §5, §9: pause before an address is looked up. */
export const ADDRESS_DEBOUNCE_MS = 300;

/** product §9: how long address predictions are kept (the library counts in seconds). */
export const ADDRESS_CACHE_SECONDS = 86_400;

/** R21: socket events are hints, so a pending payment is also asked about. */
export const PENDING_POLL_MS = 5_000;

/** A bank debit is pending for days; the socket tells its end, and this is for a silent one. */
export const DEBIT_POLL_MS = 60_000;

/** product §9: how often the script loader looks for the provider object. */
export const SCRIPT_POLL_MS = 100;

/** After this long without the provider object the payer gets an error and a retry. */
export const SCRIPT_TIMEOUT_MS = 15_000;

/** A wallet that is not there by then is not offered: the card fields wait no longer for it. */
export const WALLET_TIMEOUT_MS = 3_000;

/** A pause in typing long enough to be the end of a word: then the list is searched. */
export const SEARCH_DEBOUNCE_MS = 250;

/** What is older than this is asked for again when somebody comes back to the window. */
export const STALE_AFTER_MS = 60_000;

/** What may be pressed next is fetched once the page has settled, and not while it still arrives. */
export const PRELOAD_AFTER_MS = 1_000;

/** The page comes first: what it shows is drawn before anybody listens for news of it, but no later. */
export const SOCKET_LATEST_MS = 2_000;

/** A page whose first answers take longer than this draws itself without them, and shows their shape. */
export const OPENING_MS = 500;
