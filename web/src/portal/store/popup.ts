/** The open popup and its parameters (product §2.7, §3.14). Closing clears the buffer. */
import type { MethodId, RequestId } from '@quittance/contract/ids';
import type { ConfirmType, PaymentOption, PopupName } from '@quittance/contract/vocabulary';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

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
