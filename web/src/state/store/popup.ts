/**
 * Which popup is open and what it was opened with (product §2.7, §3.14). Closing always clears the
 * buffer; what a popup looks like is decided in popups/.
 */
import type { MethodId } from '@quittance/contract/ids';
import type { ConfirmType, PaymentOption, PopupName } from '@quittance/contract/vocabulary';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type PopupBuffer = {
  initialPM: MethodId | null;
  invoiceRef: string | null;
  customerRef: string | null;
  confirmPopupType: ConfirmType | null;
  /** The option to start with, when it is not the first one on offer (product §4.12). */
  initialOption: PaymentOption | null;
  /** What of a running plan is to be paid first: its next installment, or all that is left. */
  planPart: PlanPart | null;
  tooltip: TooltipWords | null;
};

export type PlanPart = 'next' | 'rest';

/** The TOOLTIP popup (product §2.18): its words, and who is speaking when it is somebody. */
export type TooltipWords = {
  text: string;
  name?: string;
  logoUrl?: string;
  placement?: 'top' | 'bottom' | 'top_left' | 'top_right';
};

export type PopupState = {
  popupName: PopupName | null;
  /** The id of the element that opened the popup, to which the focus returns. */
  trigger: string | null;
  buffer: PopupBuffer;
  isEdit: boolean;
};

const EMPTY_BUFFER: PopupBuffer = {
  initialPM: null,
  invoiceRef: null,
  customerRef: null,
  confirmPopupType: null,
  initialOption: null,
  planPart: null,
  tooltip: null,
};

const initialState: PopupState = {
  popupName: null,
  trigger: null,
  buffer: EMPTY_BUFFER,
  isEdit: false,
};

type PopupOpened = {
  name: PopupName;
  trigger?: string;
  buffer?: Partial<PopupBuffer>;
  isEdit?: boolean;
};

const slice = createSlice({
  name: 'popup',
  initialState,
  reducers: {
    popupOpened: (_, { payload }: PayloadAction<PopupOpened>): PopupState => ({
      popupName: payload.name,
      trigger: payload.trigger ?? null,
      buffer: { ...EMPTY_BUFFER, ...payload.buffer },
      isEdit: payload.isEdit ?? false,
    }),
    popupBufferMerged: (state, { payload }: PayloadAction<Partial<PopupBuffer>>) => {
      if (state.popupName) Object.assign(state.buffer, payload);
    },
    popupClosed: () => initialState,
  },
});

export const { popupOpened, popupBufferMerged, popupClosed } = slice.actions;
export const popupReducer = slice.reducer;
