// Every delay of the product, each defined once, with its section.

/** Product §2, §9: toasts in the payment portal. */
export const PORTAL_TOAST_MS = 5_000;

/** Product §2, §9: toasts in the authentication flow, one at a time. */
export const AUTH_TOAST_MS = 4_000;
export const AUTH_TOAST_LIMIT = 1;

/** Product §4, §9: success callback after a payment without 3-D Secure. */
export const SUCCESS_CALLBACK_MS = 3_000;

/** Product §5, §9: how often the validity of the payment form is checked. */
export const FORM_RECHECK_MS = 1_000;

/** Product §4, §9: the popup closes automatically after a method was changed. */
export const METHOD_CHANGED_CLOSE_MS = 5_000;

/** Product §4, §9: the popup closes automatically after a plan or a scheduled payment was canceled. */
export const CANCELED_CLOSE_MS = 1_000;

/** Product §2, §9: the slide-in sidebar. Sheets move at the same pace. */
export const SIDEBAR_ANIMATION_MS = 300;

/** Product §2, §9: one turn of the status icon. */
export const STATUS_SPIN_MS = 900;

export const FEEDBACK_MS = 150;

/** Product §5, §9: pause before an address is looked up. */
export const ADDRESS_DEBOUNCE_MS = 300;

/** Product §9: how long address predictions are cached (the library counts in seconds). */
export const ADDRESS_CACHE_SECONDS = 86_400;

/** R63: a passkey challenge is valid for 5 minutes, so a waiting page requests a new one before it expires. */
export const PASSKEY_RENEWAL_MS = 240_000;

/** R21: a pending payment is also polled, because socket events can be lost. */
export const PENDING_POLL_MS = 5_000;

/** R21: after a reload, the result may come before the socket joins, so it is polled more often at first. */
export const RESUMED_POLL_MS = 1_000;
export const RESUMED_POLLS = 5;

/** A bank debit is pending for days, and a socket event normally reports its end. */
export const DEBIT_POLL_MS = 60_000;

/** Product §9: how often the script loader looks for the provider object. */
export const SCRIPT_POLL_MS = 100;

/** If the provider object is still missing after this time, the payer sees an error and a retry button. */
export const SCRIPT_TIMEOUT_MS = 15_000;

/** A wallet that is not ready by then is not offered, because the card fields do not wait longer. */
export const WALLET_TIMEOUT_MS = 3_000;

export const SEARCH_DEBOUNCE_MS = 250;

/** The pause before a list of the console is searched: short, so that the rows are drawn within 300 ms of the last key. */
export const DESK_SEARCH_DEBOUNCE_MS = 100;

/** Older data is reloaded when the payer returns to the window. */
export const STALE_AFTER_MS = 30_000;

/** R21: socket events that arrive within this time are handled together. */
export const EVENTS_PAUSE_MS = 1_000;

/** Chunks for likely next actions are preloaded after the page itself. */
export const PRELOAD_AFTER_MS = 1_000;

/** Feedback must appear within a tenth of a second, so a popup that takes longer to load shows a placeholder. */
export const POPUP_WAIT_MS = 60;

/** Delay before pending toasts request the files that show them again. */
export const TOAST_RETRY_MS = 2_000;

/** Delay before a page requests a part of the store again that did not load. */
export const STORE_RETRY_MS = 2_000;

/** The socket connects when the page is idle, and after this time at the latest. */
export const SOCKET_LATEST_MS = 2_000;

/** After this time the page renders with skeletons, without waiting for its first responses. */
export const OPENING_MS = 500;
