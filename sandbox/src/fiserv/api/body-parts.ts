// The objects inside request bodies, with the names, types, lengths and patterns of the published OpenAPI
// (v1.24.11). Every object rejects unknown fields. Objects that the sandbox does not simulate (vehicles, split
// shipments, point of sale) are omitted.
import { z } from 'zod';

const text = (max: number) => z.string().max(max).optional();
const flag = z.boolean().optional();
const whole = z.number().int().optional();
const sum = z.number().max(1e18).optional();
const date = z.iso.date().optional();
const moment = z.iso.datetime().optional();
const free = z.string().optional();

export const ExpirationMonth = z.string().regex(/^(0[1-9]|1[012])$/);
export const ExpirationYear = z.string().regex(/^[0-9]{4}$/);

export const ReferenceTransactionDetails = z.strictObject({
  referenceTransactionId: text(40),
  referenceMerchantTransactionId: text(128),
  referenceMerchantOrderId: text(128),
  referenceOrderId: text(128),
  referenceClientRequestId: text(1024),
});
export type ReferenceTransactionDetails = z.infer<typeof ReferenceTransactionDetails>;

export const MerchantDetails = z.strictObject({
  tokenType: text(64),
  storeId: text(1024),
  terminalId: text(1024),
  merchantId: text(1024),
  taxId: text(15),
  vatRegistrationNumber: text(64),
  siteTypeIndicator: text(64),
  dbaName: text(1024),
  promotionCode: text(1024),
  terminalLaneNumber: text(16),
});
export type MerchantDetails = z.infer<typeof MerchantDetails>;

const Address = z.strictObject({
  street: text(256),
  houseNumberOrName: text(256),
  recipientNameOrAddress: text(256),
  city: text(256),
  stateOrProvince: text(256),
  postalCode: text(10),
  country: text(256),
  county: text(256),
  addressHistory: text(32),
});

const Phone = z.strictObject({ countryCode: text(4), phoneNumber: text(15) });

export const BillingAddress = z.strictObject({
  firstName: text(256),
  middleName: text(256),
  lastName: text(256),
  address: Address.optional(),
  phone: Phone.optional(),
});

export const Customer = z.strictObject({
  merchantCustomerId: text(1024),
  firstName: text(256),
  lastName: text(256),
  email: text(256),
  dateOfBirth: text(10),
  driverLicenseNumber: text(256),
  driverLicenseState: text(256),
  idCardNumber: text(256),
  passportNumber: text(256),
  ssn: text(9),
  taxId: free,
  hostName: text(1024),
  ipAddress: text(39),
  phone: z.array(Phone).optional(),
});

const DeviceFingerprint = z.strictObject({
  provider: text(256),
  dataCapture: z
    .strictObject({ captureTime: moment, dataEventId: text(256), rawData: text(256) })
    .optional(),
  dataStatic: z
    .strictObject({
      accepts: text(256),
      colorDepth: whole,
      deviceId: text(48),
      javaEnabled: flag,
      javaScriptEnabled: flag,
      locale: text(8),
      model: text(256),
      operatingSystem: text(256),
      operatingSystemVersion: text(256),
      screenWidth: whole,
      screenHeight: whole,
      timezoneOffset: whole,
      type: text(256),
      userAgent: free,
    })
    .optional(),
  dataDynamic: z
    .strictObject({
      captureTime: moment,
      ipAddress: text(39),
      latitude: text(256),
      longitude: text(256),
      address: Address.optional(),
    })
    .optional(),
});

export const TransactionDetails = z.strictObject({
  approvalCode: free,
  captureFlag: flag,
  transactionCaptureType: text(64),
  merchantTransactionId: text(128),
  merchantOrderId: text(128),
  merchantInvoiceNumber: text(128),
  authorizationTypeIndicator: free,
  deviceFingerprint: z.array(DeviceFingerprint).optional(),
  reversalReasonCode: text(22),
  physicalGoodsIndicator: flag,
  authorizationSequence: text(27),
  createToken: flag,
  clientRequestId: text(1024),
  accountVerification: flag,
  partialApproval: flag,
  receiptEmail: text(256),
  paymentDescription: text(1024),
  partiallyApprovedTransactionAmount: sum,
  splitTenderId: text(1024),
  duplicateTransactionCheckingIndicator: flag,
  retrievalReferenceNumber: text(12),
  authentication3DS: flag,
  processingCode: text(6),
  transactionCutTimeStamp: moment,
  operationType: text(50),
  settlementDate: date,
  balanceInquiry: flag,
});

/** The published schema allows free text. These values come from the guide. */
export const TransactionInteraction = z.strictObject({
  origin: z.enum(['ECOM', 'MOTO', 'POS']).optional(),
  eciIndicator: z
    .enum(['SECURE_ECOM', 'NON_AUTH_ECOM', 'CHANNEL_ENCRYPTED', 'NON_SECURE_ECOM'])
    .optional(),
  posEntryMode: text(22),
  posConditionCode: z
    .enum([
      'CARD_NOT_PRESENT_ECOM',
      'CARD_NOT_PRESENT_MOTO',
      'CARD_NOT_PRESENT_RECURRING',
      'CARD_NOT_PRESENT_DEFERRED',
    ])
    .optional(),
  mobileInteraction: text(12),
  authorizationCharacteristicsIndicator: text(23),
  terminalTimestamp: moment,
});

export const StoredCredentials = z.strictObject({
  initiator: z.enum(['CARD_HOLDER', 'MERCHANT']).optional(),
  scheduled: flag,
  schemeReferenceTransactionId: text(256),
  schemeOriginalAmount: sum,
  sequence: z.enum(['FIRST', 'SUBSEQUENT']).optional(),
  originationDate: date,
  accountAge: text(32),
  accountChangeDate: date,
  count: whole,
  age: text(32),
  changeDate: date,
  attempts: whole,
});

export const AdditionalData3DS = z.strictObject({
  acsReferenceNumber: text(60),
  acsTransactionId: text(60),
  acsUrl: text(256),
  authenticationStatus: text(2),
  authenticationAttemptResult: text(1024),
  challengeIndicator: flag,
  challengeStatus: text(2),
  challengeToken: text(1024),
  channel: text(32),
  dsTransactionId: text(60),
  serverTransactionId: text(60),
  serviceProvider: text(32),
  serviceProviderReferenceId: text(60),
  serviceProviderTransactionId: text(60),
  statusReason: text(16),
  stepUpUrl: text(256),
  overrideFloorLimit: flag,
  methodData: z
    .strictObject({
      dataCollectionUrl: text(256),
      encodedToken: text(4000),
      encodedData: text(4000),
      notificationUrl: text(256),
    })
    .optional(),
  mpiData: z
    .strictObject({ cavv: text(256), xid: text(512), eci: text(256), tavv: text(512) })
    .optional(),
  versionData: z.strictObject({ recommendedVersion: text(6) }).optional(),
});
export type AdditionalData3DS = z.infer<typeof AdditionalData3DS>;

export const AdditionalDataCommon = z.strictObject({
  billPaymentType: z.enum(['SINGLE', 'INSTALLMENT', 'RECURRING']).optional(),
  paymentAmountType: text(20),
  customFields: z.array(z.strictObject({ key: text(256), value: text(256) })).optional(),
});
