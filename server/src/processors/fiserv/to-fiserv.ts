/** Maps orders to Commerce Hub's requests. Amounts are JSON numbers in dollars. */
import { type Cents, centsToDecimal } from '@quittance/contract/money';
import type { DeviceInfo } from '@quittance/contract/payments/portal-schemas';
import { type AchAccountType, DEFAULT_ACH_ACCOUNT_TYPE } from '@quittance/contract/vocabulary';
import { hashedUuid } from '../../kernel/hashed-uuid.ts';
import type {
  ChargeOrder,
  ChargeSource,
  Payer,
  RefundOrder,
  SavedMethod,
  SetupOrder,
} from '../processor.ts';
import type { Secret } from '../secret.ts';
import type { CheckField } from './check-fields.ts';
import { type FirstCharge, readFirstCharge } from './scheme-reference.ts';
import type { MerchantDetails, Proof } from './wire.ts';

/** A number parsed from decimal text serializes to the same text: 12.04, never 12.040000001. */
export function toAmount(cents: Cents) {
  return { total: Number(centsToDecimal(cents)), currency: 'USD' };
}

/**
 * Derives the request id of each step from the reference, so that the gateway recognizes every step of a repeated
 * charge.
 */
export function stepId(reference: string, step: string): string {
  return hashedUuid(`${reference} ${step}`);
}

function sessionSource(token: Secret) {
  return { sourceType: 'PaymentSession', sessionId: token.reveal() };
}

const CHECKS = {
  PERSONAL_CHECKING: { checkType: 'PERSONAL', accountType: 'CHECKING' },
  PERSONAL_SAVINGS: { checkType: 'PERSONAL', accountType: 'SAVINGS' },
  BUSINESS_CHECKING: { checkType: 'BUSINESS', accountType: 'CHECKING' },
  BUSINESS_SAVINGS: { checkType: 'BUSINESS', accountType: 'SAVINGS' },
} as const satisfies Record<AchAccountType, object>;

/** Accounts saved by an earlier release do not have a type. */
function toCheck({ accountType }: ChargeSource) {
  return CHECKS[accountType ?? DEFAULT_ACH_ACCOUNT_TYPE];
}

function twoDigits(month: number): string {
  return String(month).padStart(2, '0');
}

type SavedToken = Pick<SavedMethod, 'token' | 'expiresMonth' | 'expiresYear'>;

/** A card's token is charged together with its expiration date. A bank account has none. */
function tokenSource({ token, expiresMonth, expiresYear }: SavedToken) {
  const tokenData = token.reveal();
  const source = { sourceType: 'PaymentToken', tokenData, tokenSource: 'TRANSARMOR' };
  if (expiresMonth === null || expiresYear === null) return source;
  const card = {
    expirationMonth: twoDigits(expiresMonth),
    expirationYear: String(expiresYear),
  };
  return { ...source, card };
}

function toSource(source: ChargeSource) {
  return source.kind === 'saved' ? tokenSource(source) : sessionSource(source.token);
}

/** A bank debit states the type of the account and of its holder. */
function toChargedSource({ kind, source }: ChargeOrder) {
  const sent = toSource(source);
  return kind === 'ach' ? { ...sent, check: toCheck(source) } : sent;
}

function toCustomer(payer: Payer, needed: readonly CheckField[] = []) {
  const { reference, firstName, lastName, email, bornOn } = payer;
  return {
    merchantCustomerId: reference,
    firstName,
    lastName,
    ...(email ? { email } : {}),
    ...(bornOn && needed.includes('dateOfBirth') ? { dateOfBirth: bornOn } : {}),
  };
}

type StoredCredentials = {
  initiator: 'CARD_HOLDER' | 'MERCHANT';
  scheduled: boolean;
  sequence: 'FIRST' | 'SUBSEQUENT';
  schemeReferenceTransactionId?: string;
  schemeOriginalAmount?: number;
};

const FIRST: StoredCredentials = { initiator: 'CARD_HOLDER', scheduled: false, sequence: 'FIRST' };

function toFirstCharge({ kind, source }: ChargeOrder): FirstCharge | null {
  if (kind === 'ach' || source.kind === 'new' || source.schemeReference === null) return null;
  return readFirstCharge(source.schemeReference);
}

/** For a charge on a stored card, the card schemes require the initiator and the reference of the first charge. */
function storedCredentials(order: ChargeOrder): StoredCredentials | null {
  const { kind, source, initiator, savesMethod } = order;
  if (kind === 'ach') return null;
  if (source.kind === 'new') return savesMethod ? FIRST : null;
  const first = toFirstCharge(order);
  return {
    initiator: initiator === 'CIT' ? 'CARD_HOLDER' : 'MERCHANT',
    scheduled: initiator === 'MIT',
    sequence: 'SUBSEQUENT',
    ...(first ? { schemeReferenceTransactionId: first.reference } : {}),
    ...(first?.scheme === 'DISCOVER' && first.amountCents !== null
      ? { schemeOriginalAmount: toAmount(first.amountCents).total }
      : {}),
  };
}

function interaction({ kind }: ChargeOrder, proof: Proof | null) {
  const origin = 'ECOM';
  if (kind === 'ach') return { origin };
  const eciIndicator = proof ? 'SECURE_ECOM' : 'CHANNEL_ENCRYPTED';
  return { origin, eciIndicator, posConditionCode: 'CARD_NOT_PRESENT_ECOM' };
}

const BILL_PAYMENT_TYPES = { installment: 'INSTALLMENT', recurring: 'RECURRING' } as const;

/** Mastercard: installments have a fixed amount, and auto-pay charges the amount due. */
const AMOUNT_TYPES = { installment: 'FIXED', recurring: 'VARIABLE' } as const;

function seriesData(order: ChargeOrder, series: keyof typeof BILL_PAYMENT_TYPES) {
  const billPaymentType = BILL_PAYMENT_TYPES[series];
  if (toFirstCharge(order)?.scheme !== 'MASTERCARD') return { billPaymentType };
  return { billPaymentType, paymentAmountType: AMOUNT_TYPES[series] };
}

export type ChargeParts = {
  order: ChargeOrder;
  merchant: MerchantDetails;
  proof: Proof | null;
  checkFields?: readonly CheckField[];
};

export function toCharge({ order, merchant, proof, checkFields }: ChargeParts) {
  const stored = storedCredentials(order);
  const { series, source, savesMethod } = order;
  return {
    amount: toAmount(order.amountCents),
    source: toChargedSource(order),
    transactionDetails: {
      captureFlag: true,
      createToken: savesMethod && source.kind === 'new',
      partialApproval: false,
      merchantTransactionId: order.reference,
      merchantInvoiceNumber: order.invoiceRef.slice(0, 128),
    },
    transactionInteraction: interaction(order, proof),
    merchantDetails: merchant,
    customer: toCustomer(order.payer, order.kind === 'ach' ? checkFields : []),
    ...(stored ? { storedCredentials: stored } : {}),
    ...(series === 'single' ? {} : { additionalDataCommon: seriesData(order, series) }),
    ...(proof ? { additionalData3DS: proof } : {}),
  };
}

/** By our reference, or by the gateway's order id, which a charge shares with its refunds. */
export type TransactionReference =
  | { referenceMerchantTransactionId: string }
  | { referenceOrderId: string };

export function toInquiry(sought: TransactionReference, { merchantId }: MerchantDetails) {
  return { referenceTransactionDetails: sought, merchantDetails: { merchantId } };
}

export function toRefund(order: RefundOrder, merchant: MerchantDetails) {
  return {
    referenceTransactionDetails: { referenceTransactionId: order.processorReference },
    amount: toAmount(order.amountCents),
    transactionDetails: { captureFlag: true, merchantTransactionId: order.reference },
    merchantDetails: merchant,
  };
}

export function toTokens(order: SetupOrder, merchant: MerchantDetails) {
  return {
    source: sessionSource(order.token),
    transactionDetails: { merchantTransactionId: order.reference },
    merchantDetails: merchant,
    ...(order.kind === 'card' ? { storedCredentials: FIRST } : {}),
  };
}

export function toVerification(method: SavedMethod, merchant: MerchantDetails) {
  return { source: tokenSource(method), merchantDetails: merchant };
}

export function toCredentials(
  merchant: MerchantDetails,
  { usesThreeDSecure }: { usesThreeDSecure: boolean },
) {
  return {
    merchantDetails: merchant,
    ...(usesThreeDSecure ? { transactionDetails: { authentication3DS: true } } : {}),
  };
}

export function toDeviceData(source: ChargeSource, merchant: MerchantDetails) {
  return {
    source: toSource(source),
    merchantDetails: merchant,
    transactionDetails: { authentication3DS: true },
  };
}

const ACCEPTS = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const LOCALE_MAX = 8;
const USER_AGENT_MAX = 2048;

function toDevice({ screen, timezoneOffset, locale, userAgent }: DeviceInfo) {
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
  serviceProviderReferenceId: string;
};

export function toAuthentication(parts: AuthenticationParts) {
  const { order, device, merchant, serviceProviderReferenceId } = parts;
  return {
    amount: toAmount(order.amountCents),
    source: toSource(order.source),
    merchantDetails: merchant,
    transactionDetails: {
      merchantTransactionId: order.reference,
      deviceFingerprint: [
        { dataStatic: toDevice(device) },
        // The IP of the connection, never one that the browser sends (R30).
        { dataDynamic: { ipAddress: order.evidence.ipAddress.slice(0, 39) } },
      ],
    },
    additionalData3DS: { serviceProviderReferenceId, channel: 'BROWSER' },
    customer: toCustomer(order.payer),
  };
}

export function toVerify(transactionId: string, merchant: MerchantDetails) {
  return {
    merchantDetails: merchant,
    referenceTransactionDetails: { referenceTransactionId: transactionId },
  };
}
