/** Ours → theirs: orders as Commerce Hub's requests. Amounts are JSON numbers of dollars. Pure. */
import { createHash } from 'node:crypto';
import { type Cents, centsToDecimal } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments';
import type { ChargeOrder, Payer, RefundOrder, SavedMethod, SetupOrder } from '../processor.ts';
import type {
  Amount,
  AuthenticateRequest,
  ChargesRequest,
  CredentialsRequest,
  CustomerRequest,
  DataStatic,
  DeviceDataRequest,
  InquiryRequest,
  MerchantDetails,
  Proof,
  RefundRequest,
  SourceRequest,
  StoredCredentials,
  TokensRequest,
  VerificationRequest,
  VerifyRequest,
} from './wire.ts';

/** The number nearest to exact decimal text prints as that text again: 12.04, never 12.040000001. */
export function toAmount(cents: Cents): Amount {
  return { total: Number(centsToDecimal(cents)), currency: 'USD' };
}

/**
 * Every step of one charge has an id of its own that a repeated charge finds again, so that the
 * gateway repeats its answers instead of doing anything twice.
 */
export function stepId(reference: string, step: string): string {
  const hex = createHash('sha256').update(`${reference} ${step}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function twoDigits(month: number): string {
  return String(month).padStart(2, '0');
}

type Kept = Pick<SavedMethod, 'token' | 'expiresMonth' | 'expiresYear'>;

/** A card's token is charged together with its date; a bank account has none. */
function tokenSource({ token, expiresMonth, expiresYear }: Kept): SourceRequest {
  const tokenData = token.reveal();
  const source = { sourceType: 'PaymentToken', tokenData, tokenSource: 'TRANSARMOR' } as const;
  if (expiresMonth === null || expiresYear === null) return source;
  const card = {
    expirationMonth: twoDigits(expiresMonth),
    expirationYear: String(expiresYear),
  };
  return { ...source, card };
}

function toSource({ source }: ChargeOrder): SourceRequest {
  if (source.kind === 'saved') return tokenSource(source);
  return { sourceType: 'PaymentSession', sessionId: source.token.reveal() };
}

function toCustomer({ reference, firstName, lastName, email }: Payer): CustomerRequest {
  return {
    merchantCustomerId: reference,
    firstName,
    lastName,
    ...(email ? { email } : {}),
  };
}

const FIRST: StoredCredentials = {
  initiator: 'CARD_HOLDER',
  scheduled: false,
  sequence: 'FIRST',
};

/** The card schemes ask who started a charge on a stored card, and after which first one. */
function storedCredentials(order: ChargeOrder): StoredCredentials | null {
  const { kind, source, initiator, savesMethod } = order;
  if (kind === 'ach') return null;
  if (source.kind === 'new') return savesMethod ? FIRST : null;
  const scheme = source.schemeReference;
  return {
    initiator: initiator === 'CIT' ? 'CARD_HOLDER' : 'MERCHANT',
    scheduled: initiator === 'MIT',
    sequence: 'SUBSEQUENT',
    ...(scheme === null ? {} : { schemeReferenceTransactionId: scheme }),
  };
}

function interaction({ kind }: ChargeOrder, proof: Proof | null) {
  const origin = 'ECOM' as const;
  if (kind === 'ach') return { origin };
  const eciIndicator = proof ? ('SECURE_ECOM' as const) : ('CHANNEL_ENCRYPTED' as const);
  return { origin, eciIndicator, posConditionCode: 'CARD_NOT_PRESENT_ECOM' as const };
}

const BILL_PAYMENT_TYPES = { installment: 'INSTALLMENT', recurring: 'RECURRING' } as const;

export type ChargeParts = { order: ChargeOrder; merchant: MerchantDetails; proof: Proof | null };

export function toCharge({ order, merchant, proof }: ChargeParts): ChargesRequest {
  const stored = storedCredentials(order);
  const { series, source, savesMethod } = order;
  return {
    amount: toAmount(order.amountCents),
    source: toSource(order),
    transactionDetails: {
      captureFlag: true,
      createToken: savesMethod && source.kind === 'new',
      partialApproval: false,
      merchantTransactionId: order.reference,
      merchantInvoiceNumber: order.invoiceRef.slice(0, 128),
    },
    transactionInteraction: interaction(order, proof),
    merchantDetails: merchant,
    customer: toCustomer(order.payer),
    ...(stored ? { storedCredentials: stored } : {}),
    ...(series === 'single'
      ? {}
      : { additionalDataCommon: { billPaymentType: BILL_PAYMENT_TYPES[series] } }),
    ...(proof ? { additionalData3DS: proof } : {}),
  };
}

export function toInquiry(reference: string, { merchantId }: MerchantDetails): InquiryRequest {
  return {
    referenceTransactionDetails: { referenceMerchantTransactionId: reference },
    merchantDetails: { merchantId },
  };
}

export function toRefund(order: RefundOrder, merchant: MerchantDetails): RefundRequest {
  return {
    referenceTransactionDetails: { referenceTransactionId: order.processorReference },
    amount: toAmount(order.amountCents),
    transactionDetails: { captureFlag: true, merchantTransactionId: order.reference },
    merchantDetails: merchant,
  };
}

export function toTokens(order: SetupOrder, merchant: MerchantDetails): TokensRequest {
  return {
    source: { sourceType: 'PaymentSession', sessionId: order.token.reveal() },
    transactionDetails: { merchantTransactionId: order.reference },
    merchantDetails: merchant,
    ...(order.kind === 'card' ? { storedCredentials: FIRST } : {}),
  };
}

export function toVerification(
  method: SavedMethod,
  merchant: MerchantDetails,
): VerificationRequest {
  return { source: tokenSource(method), merchantDetails: merchant };
}

export function toCredentials(
  merchant: MerchantDetails,
  { usesThreeDSecure }: { usesThreeDSecure: boolean },
): CredentialsRequest {
  return {
    merchantDetails: merchant,
    ...(usesThreeDSecure ? { transactionDetails: { authentication3DS: true } } : {}),
  };
}

export function toDeviceData(order: ChargeOrder, merchant: MerchantDetails): DeviceDataRequest {
  return {
    source: toSource(order),
    merchantDetails: merchant,
    transactionDetails: { authentication3DS: true },
  };
}

/** What every browser sends when it asks for a document. */
const ACCEPTS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const LOCALE_MAX = 8;
const USER_AGENT_MAX = 2048;

function toDevice({ screen, timezoneOffset, locale, userAgent }: DeviceInfo): DataStatic {
  return {
    accepts: ACCEPTS,
    colorDepth: screen.colorDepth,
    screenWidth: screen.width,
    screenHeight: screen.height,
    timezoneOffset,
    javaEnabled: false,
    javaScriptEnabled: true,
    locale: locale.length <= LOCALE_MAX ? locale : (locale.split('-')[0] ?? ''),
    userAgent: userAgent.slice(0, USER_AGENT_MAX),
  };
}

export type AuthenticationParts = {
  order: ChargeOrder;
  device: DeviceInfo;
  merchant: MerchantDetails;
  serviceProviderReferenceId: string | undefined;
};

export function toAuthentication(parts: AuthenticationParts): AuthenticateRequest {
  const { order, device, merchant, serviceProviderReferenceId } = parts;
  return {
    amount: toAmount(order.amountCents),
    source: toSource(order),
    merchantDetails: merchant,
    transactionDetails: {
      merchantTransactionId: order.reference,
      deviceFingerprint: [
        { dataStatic: toDevice(device) },
        // The connection's own address: what a browser claims about itself proves nothing (R30).
        { dataDynamic: { ipAddress: order.evidence.ipAddress.slice(0, 39) } },
      ],
    },
    additionalData3DS: {
      ...(serviceProviderReferenceId ? { serviceProviderReferenceId } : {}),
      channel: 'BROWSER',
    },
    customer: toCustomer(order.payer),
  };
}

export function toVerify(transactionId: string, merchant: MerchantDetails): VerifyRequest {
  return {
    merchantDetails: merchant,
    referenceTransactionDetails: { referenceTransactionId: transactionId },
  };
}
