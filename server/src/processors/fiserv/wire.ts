/**
 * Commerce Hub's JSON in its own words. Requests are typed as they are sent; of answers only what is
 * read is named, and loosely: the documents show the same thing in more than one shape.
 */
import { z } from 'zod';

export type Amount = { total: number; currency: 'USD' };

export type MerchantDetails = { merchantId: string; terminalId: string };

export type SourceRequest =
  | { sourceType: 'PaymentSession'; sessionId: string }
  | {
      sourceType: 'PaymentToken';
      tokenData: string;
      tokenSource: 'TRANSARMOR';
      card?: { expirationMonth: string; expirationYear: string };
    };

export type CustomerRequest = {
  merchantCustomerId: string;
  firstName: string;
  lastName: string;
  email?: string;
};

export type StoredCredentials = {
  initiator: 'CARD_HOLDER' | 'MERCHANT';
  scheduled: boolean;
  sequence: 'FIRST' | 'SUBSEQUENT';
  schemeReferenceTransactionId?: string;
};

/** What an authentication leaves behind for the charge that follows it. */
export type Proof = {
  dsTransactionId: string;
  authenticationStatus?: string;
  mpiData: { cavv: string; eci?: string; xid?: string };
  versionData?: { recommendedVersion: string };
};

export type ChargesRequest = {
  amount: Amount;
  source: SourceRequest;
  transactionDetails: {
    captureFlag: true;
    createToken: boolean;
    partialApproval: false;
    merchantTransactionId: string;
    merchantInvoiceNumber: string;
  };
  transactionInteraction: {
    origin: 'ECOM';
    eciIndicator?: 'CHANNEL_ENCRYPTED' | 'SECURE_ECOM';
    posConditionCode?: 'CARD_NOT_PRESENT_ECOM';
  };
  merchantDetails: MerchantDetails;
  customer: CustomerRequest;
  storedCredentials?: StoredCredentials;
  additionalDataCommon?: { billPaymentType: 'INSTALLMENT' | 'RECURRING' };
  additionalData3DS?: Proof;
};

export type ReferenceTransactionDetails =
  | { referenceTransactionId: string }
  | { referenceMerchantTransactionId: string };

export type RefundRequest = {
  referenceTransactionDetails: ReferenceTransactionDetails;
  amount: Amount;
  transactionDetails: { captureFlag: true; merchantTransactionId: string };
  merchantDetails: MerchantDetails;
};

export type InquiryRequest = {
  referenceTransactionDetails: ReferenceTransactionDetails;
  merchantDetails: { merchantId: string };
};

export type TokensRequest = {
  source: SourceRequest;
  transactionDetails: { merchantTransactionId: string };
  merchantDetails: MerchantDetails;
  storedCredentials?: StoredCredentials;
};

export type VerificationRequest = { source: SourceRequest; merchantDetails: MerchantDetails };

export type CredentialsRequest = {
  merchantDetails: MerchantDetails;
  transactionDetails?: { authentication3DS: true };
};

export type DeviceDataRequest = {
  source: SourceRequest;
  merchantDetails: MerchantDetails;
  transactionDetails: { authentication3DS: true };
};

export type AuthenticateRequest = {
  amount: Amount;
  source: SourceRequest;
  merchantDetails: MerchantDetails;
  transactionDetails: {
    merchantTransactionId: string;
    deviceFingerprint: [{ dataStatic: DataStatic }, { dataDynamic: { ipAddress: string } }];
  };
  additionalData3DS: { serviceProviderReferenceId?: string; channel: 'BROWSER' };
  customer: CustomerRequest;
};

export type DataStatic = {
  accepts: string;
  colorDepth: number;
  screenWidth: number;
  screenHeight: number;
  timezoneOffset: number;
  javaEnabled: false;
  javaScriptEnabled: true;
  locale: string;
  userAgent: string;
};

export type VerifyRequest = {
  merchantDetails: MerchantDetails;
  referenceTransactionDetails: { referenceTransactionId: string };
};

const text = z.string().optional();

/** A number in answers to charges; text in the published answer to an inquiry. */
const amountSchema = z.object({ total: z.union([z.number(), z.string()]), currency: z.string() });

const responseDetailsSchema = z.object({
  approvalStatus: text,
  responseCode: text,
  responseMessage: text,
  hostResponseCode: text,
  hostResponseMessage: text,
  schemeTransactionId: text,
});
export type ResponseDetails = z.infer<typeof responseDetailsSchema>;

const gatewayResponseSchema = z.object({
  transactionType: text,
  transactionState: text,
  transactionProcessingDetails: z.object({
    transactionId: z.string(),
    clientRequestId: text,
    transactionTimestamp: text,
  }),
});

const sourceSchema = z.object({
  sourceType: text,
  card: z
    .object({ last4: text, scheme: text, expirationMonth: text, expirationYear: text })
    .optional(),
  check: z.object({ accountNumber: text }).optional(),
});
export type SourceAnswer = z.infer<typeof sourceSchema>;

const tokenSchema = z.object({ tokenData: z.string(), tokenSource: text, tokenResponseCode: text });

/** One transaction: the answer to a charge, and an entry of an inquiry. */
export const transactionSchema = z.object({
  gatewayResponse: gatewayResponseSchema,
  source: sourceSchema.optional(),
  paymentReceipt: z
    .object({
      approvedAmount: amountSchema.optional(),
      processorResponseDetails: responseDetailsSchema.optional(),
    })
    .optional(),
  /** In some answers it stands here instead of in the receipt. */
  processorResponseDetails: responseDetailsSchema.optional(),
  paymentTokens: z.array(tokenSchema).optional(),
  transactionDetails: z
    .object({
      captureFlag: z.union([z.boolean(), z.string()]).optional(),
      merchantTransactionId: text,
    })
    .optional(),
  networkDetails: z.object({ transactionIdentifier: text }).optional(),
});
export type Transaction = z.infer<typeof transactionSchema>;

export const transactionListSchema = z.array(transactionSchema);

export const credentialsAnswerSchema = z.object({
  keyId: z.string(),
  publicKey: z.string(),
  accessToken: z.string(),
  sessionId: z.string(),
  accessTokenTimeToLive: z.coerce.number().int().positive(),
});

export const deviceDataAnswerSchema = z.object({
  additionalData3DS: z.object({ serviceProviderReferenceId: text }),
});

export const authenticationAnswerSchema = z.object({
  gatewayResponse: gatewayResponseSchema,
  processorResponseDetails: responseDetailsSchema.optional(),
  additionalData3DS: z
    .object({
      dsTransactionId: text,
      authenticationStatus: text,
      stepUpUrl: text,
      challengeToken: text,
      mpiData: z.object({ cavv: text, eci: text, xid: text }).optional(),
      versionData: z.object({ recommendedVersion: text }).optional(),
    })
    .optional(),
});
export type AuthenticationAnswer = z.infer<typeof authenticationAnswerSchema>;

const errorDetailSchema = z.object({ type: text, code: text, field: text, message: text });
export type ErrorDetail = z.infer<typeof errorDetailSchema>;

/** A list or a single object, at the top, in `errorResponse`, or inside `gatewayResponse`. */
const errorPlaceSchema = z.object({
  error: z.union([z.array(errorDetailSchema).min(1), errorDetailSchema]),
});
export const errorAnswerSchema = z.union([
  errorPlaceSchema,
  z.object({ errorResponse: errorPlaceSchema }).transform(({ errorResponse }) => errorResponse),
  z.object({ gatewayResponse: errorPlaceSchema }).transform((body) => body.gatewayResponse),
]);
