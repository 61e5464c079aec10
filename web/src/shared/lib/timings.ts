// Every delay of the product, each defined once, with its paragraph.

/** product §2, §9: toasts in the payment portal. */
export const PORTAL_TOAST_MS = 5_000;

/** product §2, §9: toasts in the authentication flow, one at a time. */
export const AUTH_TOAST_MS = 4_000;
export const AUTH_TOAST_LIMIT = 1;

/** product §4, §9: success callback after a payment without 3-D Secure. */
export const SUCCESS_CALLBACK_MS = 3_000;

/** product §5, §9: how often the validity of the payment form is checked. */
export const FORM_RECHECK_MS = 1_000;

/** product §4, §9: the popup closes by itself after a method was changed. */
export const METHOD_CHANGED_CLOSE_MS = 5_000;

/** product §4, §9: the popup closes by itself after a plan or a scheduled payment was canceled. */
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

/** R63: what a passkey signs is valid for 5 minutes; a page that waits for one asks again before. */
export const PASSKEY_RENEWAL_MS = 240_000;

/** R21: a pending payment is also polled, because socket events can be lost. */
export const PENDING_POLL_MS = 5_000;

/** A bank debit is pending for days; a socket event normally brings its end. */
export const DEBIT_POLL_MS = 60_000;

/** product §9: how often the script loader looks for the provider object. */
export const SCRIPT_POLL_MS = 100;

/** After this long without the provider object the payer sees an error and a retry button. */
export const SCRIPT_TIMEOUT_MS = 15_000;

/** A wallet that is not ready by then is not offered: the card fields do not wait longer. */
export const WALLET_TIMEOUT_MS = 3_000;

/** The pause in typing after which a list is searched. */
export const SEARCH_DEBOUNCE_MS = 250;

/** Older data is reloaded when the payer returns to the window. */
export const STALE_AFTER_MS = 30_000;

/** R21: socket events that arrive within this time are followed together. */
export const EVENTS_PAUSE_MS = 1_000;

/** Chunks for likely next actions are preloaded after the page itself. */
export const PRELOAD_AFTER_MS = 1_000;

/** Feedback within a tenth of a second: a popup that takes longer to load shows that it does. */
export const POPUP_WAIT_MS = 60;

/** Waiting toasts ask again for the files that show them. */
export const TOAST_RETRY_MS = 2_000;

/** The socket connects when the page is idle, and after this time at the latest. */
export const SOCKET_LATEST_MS = 2_000;

/** After this time the page renders with skeletons, without waiting for its first answers. */
export const OPENING_MS = 500;
