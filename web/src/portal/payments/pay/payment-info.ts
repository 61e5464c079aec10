/**
 * The payment info for a payment or a saved method (product §7.7): token or method id, browser info and
 * authorization text.
 */

import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { RequestId } from '@quittance/contract/ids';
import type {
  DeviceDataAnswer,
  DeviceDataBody,
  PaymentInfo,
} from '@quittance/contract/payments/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { shownMandate } from '../../../shared/lib/mandate-text.ts';
import { collectDeviceInfo } from '../../processors/device-info.ts';
import type {
  AccountDetails,
  BrowserProcessor,
  MountedFields,
  TokenizeResult,
} from '../../processors/fields.ts';
import type { AppThunk } from '../../store/root.ts';
import type { SavedMethodLine } from '../../store/saved-methods.ts';

const BROWSER_INFO_TIMEOUT_MS = 3_000;

export type MethodSource =
  | { from: 'saved'; method: SavedMethodLine }
  | { from: 'fields'; fields: Pick<MountedFields, 'tokenize'>; account?: AccountDetails | null };

export type InfoInput = {
  processor: BrowserProcessor;
  data: ProcessorData;
  kind: ChargeKind;
  source: MethodSource;
  mandateText: string | null;
  chargedRequestId: RequestId | null;
};

export type PaymentInfoResult =
  | { kind: 'collected'; paymentInfo: PaymentInfo }
  | Exclude<TokenizeResult, { kind: 'token' }>;

type BrowserInfoInput = Pick<InfoInput, 'processor' | 'data' | 'kind'>;
type DeviceDataInput = Pick<InfoInput, 'processor' | 'kind' | 'chargedRequestId'> & {
  instrument: Instrument;
};

/**
 * For processors whose 3-D Secure collects device data itself. It runs after the card is known and before the
 * submit, which includes the reference.
 */
export function collectDeviceData({
  processor,
  kind,
  chargedRequestId,
  instrument,
}: DeviceDataInput): AppThunk<Promise<Pick<PaymentInfo, 'browserInfo'>>> {
  return async (dispatch) => {
    if (kind !== 'card' || !processor.collectDeviceData || !chargedRequestId) return {};
    const { token, pmID } = instrument;
    if (!token && !pmID) return {};
    const collection = await dispatch(beginDeviceData(chargedRequestId, { token, pmID }));
    if (!collection) return {};
    await processor.collectDeviceData(collection);
    return { browserInfo: collection.reference };
  };
}

export function collectBrowserInfo(
  input: BrowserInfoInput,
): AppThunk<Promise<Pick<PaymentInfo, 'browserInfo' | 'deviceInfo'>>> {
  return async (dispatch) => {
    const [ipAddress, browserInfo] = await Promise.all([
      dispatch(loadClientIp()),
      browserInfoFor(input),
    ]);
    return {
      deviceInfo: collectDeviceInfo(ipAddress),
      ...(browserInfo === null ? {} : { browserInfo }),
    };
  };
}

export function collectPaymentInfo(input: InfoInput): AppThunk<Promise<PaymentInfoResult>> {
  return async (dispatch) => {
    const { kind, source, mandateText } = input;
    const [result, ofBrowser] = await Promise.all([
      instrumentFrom(source),
      dispatch(collectBrowserInfo(input)),
    ]);
    if (result.kind !== 'instrument') return result;
    const { instrument } = result;
    const ofDevice = await dispatch(collectDeviceData({ ...input, instrument }));
    const paymentInfo: PaymentInfo = {
      paymentType: kind,
      ...instrument,
      ...ofBrowser,
      ...ofDevice,
      ...shownMandate(kind, mandateText),
    };
    return { kind: 'collected', paymentInfo };
  };
}

type Instrument = Pick<PaymentInfo, 'token' | 'pmID' | 'claimedMethod' | 'achAccountType'>;
type InstrumentResult =
  | { kind: 'instrument'; instrument: Instrument }
  | Exclude<TokenizeResult, { kind: 'token' }>;

async function instrumentFrom(source: MethodSource): Promise<InstrumentResult> {
  if (source.from === 'saved')
    return { kind: 'instrument', instrument: { pmID: source.method.id } };
  const { fields, account } = source;
  const tokenized = await fields.tokenize(account ?? undefined);
  if (tokenized.kind !== 'token') return tokenized;
  const { token, details } = tokenized;
  const instrument = {
    token,
    ...(details && { claimedMethod: details }),
    ...(account && { achAccountType: account.accountType }),
  };
  return { kind: 'instrument', instrument };
}

/**
 * Returns null if the processor does not need browser info or does not respond in time. The payment continues
 * either way.
 */
async function browserInfoFor({ processor, data, kind }: BrowserInfoInput): Promise<string | null> {
  if (kind !== 'card' || !processor.browserInfo) return null;
  const timeout = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), BROWSER_INFO_TIMEOUT_MS),
  );
  const info = processor.browserInfo(data).catch(() => null);
  return Promise.race([info, timeout]);
}

const LOOKUP_TIMEOUT_MS = 1_500;

/** The client IP as our server sees it (R30). Null if the call is slow or fails. */
function loadClientIp(): AppThunk<Promise<string | null>> {
  return async (_dispatch, _getState, { api }) => {
    const result = await api.call('clientIp', {}, AbortSignal.timeout(LOOKUP_TIMEOUT_MS));
    return result.isOk ? result.answer.ip : null;
  };
}

/** Returns null if no collection could be started. The payment continues without it. */
function beginDeviceData(
  requestId: RequestId,
  body: DeviceDataBody,
): AppThunk<Promise<DeviceDataAnswer['collection']>> {
  return async (_dispatch, _getState, { api }) => {
    const begun = await api.call('beginDeviceData', { params: { id: requestId }, body });
    return begun.isOk ? begun.answer.collection : null;
  };
}
