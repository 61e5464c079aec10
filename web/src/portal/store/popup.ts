/** The open popup and its parameters (product §2.7, §3.14). Closing clears the buffer. */
import type { MethodId, RequestId } from '@quittance/contract/ids';
import type { ConfirmType, PaymentOption, PopupName } from '@quittance/contract/vocabulary';
import { createEvent } from './event.ts';

export type PopupBuffer = {
  initialPM: MethodId | null;
  /** The only request that a PAY popup pays and shows (R21). */
  requestId: RequestId | null;
  invoiceRef: string | null;
  customerRef: string | null;
  confirmPopupType: ConfirmType | null;
  /** The preselected option, if it is not the first one (product §4.12). */
  initialOption: PaymentOption | null;
  planPart: PlanPart | null;
  /** The reason a PAY popup opened automatically (R72). */
  reason: string | null;
  tooltip: TooltipWords | null;
};

export type PlanPart = 'next' | 'ahead' | 'rest';

/** The text of the TOOLTIP popup (product §2.18), optionally with the company it comes from. */
export type TooltipWords = {
  text: string;
  name?: string;
  logoUrl?: string;
  placement?: 'top' | 'bottom' | 'top_left' | 'top_right';
};

export type PopupState = {
  popupName: PopupName | null;
  trigger: string | null;
  buffer: PopupBuffer;
  isEdit: boolean;
};

const EMPTY_BUFFER: PopupBuffer = {
  initialPM: null,
  requestId: null,
  invoiceRef: null,
  customerRef: null,
  confirmPopupType: null,
  initialOption: null,
  planPart: null,
  reason: null,
  tooltip: null,
};

const initialState: PopupState = {
  popupName: null,
  trigger: null,
  buffer: EMPTY_BUFFER,
  isEdit: false,
};

type PopupOpened = { trigger?: string; isEdit?: boolean } & (
  | { name: 'PAY'; buffer: Partial<PopupBuffer> & { requestId: RequestId } }
  | { name: Exclude<PopupName, 'PAY'>; buffer?: Partial<PopupBuffer> }
);

export const popupOpened = createEvent<PopupOpened>('popup/popupOpened');
export const popupBufferMerged = createEvent<Partial<PopupBuffer>>('popup/popupBufferMerged');
export const popupClosed = createEvent('popup/popupClosed');

export function popupReducer(state = initialState, action: { type: string }): PopupState {
  if (popupOpened.match(action)) {
    const { name, trigger = null, buffer, isEdit = false } = action.payload;
    return { popupName: name, trigger, buffer: { ...EMPTY_BUFFER, ...buffer }, isEdit };
  }
  if (popupBufferMerged.match(action) && state.popupName)
    return { ...state, buffer: { ...state.buffer, ...action.payload } };
  return popupClosed.match(action) ? initialState : state;
}
