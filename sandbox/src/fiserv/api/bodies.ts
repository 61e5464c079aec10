// The request body of each endpoint. If the guides require more than the schema (a session, a merchant, a
// terminal), the guides apply. Objects that the sandbox does not simulate are rejected as unknown.
import { z } from 'zod';
import { Amount } from './amount.ts';
import {
  AdditionalData3DS,
  AdditionalDataCommon,
  BillingAddress,
  Customer,
  ExpirationMonth,
  ExpirationYear,
  MerchantDetails,
  ReferenceTransactionDetails,
  StoredCredentials,
  TransactionDetails,
  TransactionInteraction,
} from './body-parts.ts';

const EncryptionData = z.strictObject({
  encryptionType: z.literal('RSA'),
  encryptionTarget: z.literal('MANUAL'),
  keyId: z.string().max(64),
  encryptionBlock: z.string().max(2000),
  encryptionBlockFields: z.string().max(256),
  deviceType: z.string().max(256).optional(),
  encryptedKey: z.string().max(5000).optional(),
});
export type EncryptionData = z.infer<typeof EncryptionData>;

/**
 * The guide requires these fields for a bank debit. Their position next to a session or token is a guess, because
 * the guide shows only plain accounts.
 */
const CheckTypes = z.strictObject({
  checkType: z.enum(['PERSONAL', 'BUSINESS']),
  accountType: z.enum(['CHECKING', 'SAVINGS']),
});

const PaymentSession = z.strictObject({
  sourceType: z.literal('PaymentSession'),
  sessionId: z.string().min(1).max(64),
  check: CheckTypes.optional(),
});

const PaymentToken = z.strictObject({
  sourceType: z.literal('PaymentToken'),
  tokenData: z.string().min(1).max(2048),
  tokenSource: z.string().max(256).optional(),
  declineDuplicates: z.boolean().optional(),
  check: CheckTypes.optional(),
  card: z
    .strictObject({
      nameOnCard: z.string().max(256).optional(),
      expirationMonth: ExpirationMonth.optional(),
      expirationYear: ExpirationYear.optional(),
      securityCode: z.string().max(8).optional(),
      securityCodeIndicator: z.string().max(15).optional(),
    })
    .optional(),
});

const PaymentCheck = z.strictObject({
  sourceType: z.literal('PaymentCheck'),
  check: z.strictObject({
    nameOnCheck: z.string().max(50).optional(),
    checkData: z.string().max(45).optional(),
    routingNumber: z.string().max(9),
    accountNumber: z.string().max(45),
    checkType: z.enum(['PERSONAL', 'BUSINESS']).optional(),
    accountType: z.enum(['CHECKING', 'SAVINGS']).optional(),
  }),
});

/** Plain card numbers, wallets and terminals are not simulated. */
export const Source = z.discriminatedUnion('sourceType', [
  PaymentSession,
  PaymentToken,
  PaymentCheck,
]);
export type Source = z.infer<typeof Source>;

const KeptSource = z.discriminatedUnion('sourceType', [PaymentSession, PaymentToken]);

export const ChargesBody = z.strictObject({
  referenceTransactionDetails: ReferenceTransactionDetails.optional(),
  amount: Amount.optional(),
  source: Source.optional(),
  transactionDetails: TransactionDetails.optional(),
  merchantDetails: MerchantDetails,
  additionalData3DS: AdditionalData3DS.optional(),
  additionalDataCommon: AdditionalDataCommon.optional(),
  billingAddress: BillingAddress.optional(),
  customer: Customer.optional(),
  storedCredentials: StoredCredentials.optional(),
  transactionInteraction: TransactionInteraction.optional(),
});
export type ChargesBody = z.infer<typeof ChargesBody>;

export const SecondaryBody = z.strictObject({
  referenceTransactionDetails: ReferenceTransactionDetails,
  amount: Amount.optional(),
  transactionDetails: TransactionDetails.optional(),
  merchantDetails: MerchantDetails,
  transactionInteraction: TransactionInteraction.optional(),
});
export type SecondaryBody = z.infer<typeof SecondaryBody>;

export const InquiryBody = z.strictObject({
  referenceTransactionDetails: ReferenceTransactionDetails,
  merchantDetails: MerchantDetails,
});

export const TokensBody = z.strictObject({
  source: KeptSource,
  transactionDetails: TransactionDetails.optional(),
  merchantDetails: MerchantDetails,
  billingAddress: BillingAddress.optional(),
  transactionInteraction: TransactionInteraction.optional(),
  additionalData3DS: AdditionalData3DS.optional(),
  storedCredentials: StoredCredentials.optional(),
});

export const VerificationBody = z.strictObject({
  source: KeptSource,
  transactionDetails: TransactionDetails.optional(),
  merchantDetails: MerchantDetails,
  customer: Customer.optional(),
  billingAddress: BillingAddress.optional(),
});

/** `transactionDetails` is missing in the published schema, but the 3-D Secure guide requires it. */
export const CredentialsBody = z.strictObject({
  merchantDetails: MerchantDetails,
  transactionDetails: TransactionDetails.pick({ authentication3DS: true }).optional(),
});

export const DeviceDataBody = z.strictObject({
  source: KeptSource,
  merchantDetails: MerchantDetails,
  transactionDetails: TransactionDetails,
  additionalData3DS: AdditionalData3DS.optional(),
});

export const AuthenticateBody = z.strictObject({
  amount: Amount,
  source: KeptSource,
  merchantDetails: MerchantDetails,
  transactionDetails: TransactionDetails,
  additionalData3DS: AdditionalData3DS,
  billingAddress: BillingAddress.optional(),
  transactionInteraction: TransactionInteraction.optional(),
  customer: Customer.optional(),
  storedCredentials: StoredCredentials.optional(),
});

export const VerifyBody = z.strictObject({
  merchantDetails: MerchantDetails,
  referenceTransactionDetails: ReferenceTransactionDetails,
  transactionDetails: TransactionDetails.optional(),
});

/** The published example for bank accounts has `customer` and `transactionDetails` in addition to the schema. */
export const CaptureBody = z.strictObject({
  source: z.strictObject({
    sourceType: z.enum(['PaymentCard', 'PaymentCheck']),
    encryptionData: EncryptionData,
  }),
  /** The payer's identification. The number is encrypted; the state of a driver's license is plain text. */
  customer: z
    .strictObject({
      driverLicenseState: z.string().max(256).optional(),
      encryptionData: EncryptionData,
    })
    .optional(),
  merchantDetails: MerchantDetails,
  transactionDetails: TransactionDetails.pick({ createToken: true }).optional(),
});
export type CaptureBody = z.infer<typeof CaptureBody>;
