/**
 * What goes along with every payment and every method to be kept (product §7.7): the token or the kept
 * method, what the browser says of itself, and the text its payer read.
 */
import type { ProcessorData } from '@quittance/contract/company';
import type { PaymentInfo } from '@quittance/contract/payments';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { collectDeviceInfo } from '../../../processors/device-info.ts';
import type { BrowserProcessor, MountedFields, Tokenized } from '../../../processors/fields.ts';
import type { SavedMethodLine } from '../../../state/account/saved-methods.ts';
import { loadClientIp } from '../../../state/session/client-ip.ts';
import type { AppThunk } from '../../../state/store/root.ts';

/** Only a saved card may have to wait for the processor's script; it must not wait for long. */
const BROWSER_INFO_TIMEOUT_MS = 3_000;

export type MethodSource =
  | { from: 'saved'; method: SavedMethodLine }
  | { from: 'fields'; fields: Pick<MountedFields, 'tokenize'> };

export type InfoInput = {
  processor: BrowserProcessor;
  data: ProcessorData;
  kind: ChargeKind;
  source: MethodSource;
  mandateText: string | null;
};

export type Collected =
  | { kind: 'collected'; paymentInfo: PaymentInfo }
  | Exclude<Tokenized, { kind: 'token' }>;

type BrowserInfoInput = Pick<InfoInput, 'processor' | 'data' | 'kind'>;

/** What a bank may want to know of the browser before it lets a payment pass or asks the payer. */
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

export function collectPaymentInfo(input: InfoInput): AppThunk<Promise<Collected>> {
  return async (dispatch) => {
    const { kind, source, mandateText } = input;
    const [result, ofBrowser] = await Promise.all([
      instrumentFrom(source),
      dispatch(collectBrowserInfo(input)),
    ]);
    if (result.kind !== 'instrument') return result;
    const paymentInfo: PaymentInfo = {
      paymentType: kind,
      ...result.instrument,
      ...ofBrowser,
      ...(mandateText !== null && kind === 'ach' ? { achMandateText: mandateText } : {}),
    };
    return { kind: 'collected', paymentInfo };
  };
}

type Instrument = Pick<PaymentInfo, 'token' | 'pmID' | 'claimedMethod'>;
type InstrumentResult =
  | { kind: 'instrument'; instrument: Instrument }
  | Exclude<Tokenized, { kind: 'token' }>;

async function instrumentFrom(source: MethodSource): Promise<InstrumentResult> {
  if (source.from === 'saved')
    return { kind: 'instrument', instrument: { pmID: source.method.id } };
  const tokenized = await source.fields.tokenize();
  if (tokenized.kind !== 'token') return tokenized;
  const { token, details } = tokenized;
  return { kind: 'instrument', instrument: { token, ...(details && { claimedMethod: details }) } };
}

/** Null where the processor does not ask, or does not answer: no payment fails for the lack of it. */
async function browserInfoFor({ processor, data, kind }: BrowserInfoInput): Promise<string | null> {
  if (kind !== 'card' || !processor.browserInfo) return null;
  const timeout = new Promise<null>((resolve) =>
    setTimeout(() => resolve(null), BROWSER_INFO_TIMEOUT_MS),
  );
  const info = processor.browserInfo(data).catch(() => null);
  return Promise.race([info, timeout]);
}
