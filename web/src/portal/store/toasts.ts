/** The toasts to show, in order. The toast host controls their duration. */
import { createEvent } from './event.ts';

export type Toast = { id: string; tone: 'success' | 'error' | 'info'; text: string };

export type ToastsState = { list: readonly Toast[] };

const initialState: ToastsState = { list: [] };

let shownCount = 0;

const shown = createEvent<Toast>('toasts/toastShown');
export const toastDismissed = createEvent<Toast['id']>('toasts/toastDismissed');

export function toastShown(toast: Omit<Toast, 'id'>) {
  shownCount += 1;
  return shown({ ...toast, id: String(shownCount) });
}

export function toastsReducer(state = initialState, action: { type: string }): ToastsState {
  if (shown.match(action)) return { list: [...state.list, action.payload] };
  if (toastDismissed.match(action))
    return { list: state.list.filter(({ id }) => id !== action.payload) };
  return state;
}
