/**
 * The parts of Commerce Hub's responses that are read, loosely typed because the documentation shows some of them
 * in more than one shape. Requests are built in to-fiserv.ts.
 */
import { z } from 'zod';

export type MerchantDetails = { merchantId: string; terminalId: string };

export type Proof = {
  dsTransactionId: string;
  authenticationStatus?: string;
  mpiData: { cavv: string; eci?: string; xid?: string };
  versionData?: { recommendedVersion: string };
};

const text = z.string().optional();

/** A number in responses to charges, but text in the published response to an inquiry. */
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
    orderId: text,
    clientRequestId: text,
    transactionTimestamp: text,
  }),
});

const sourceSchema = z.object({
  sourceType: text,
  card: z
    .object({ last4: text, scheme: text, expirationMonth: text, expirationYear: text })
    .optional(),
  check: z.object({ routingNumber: text, accountNumber: text }).optional(),
});
export type SourceAnswer = z.infer<typeof sourceSchema>;

const tokenSchema = z.object({ tokenData: z.string(), tokenSource: text, tokenResponseCode: text });

export const transactionSchema = z.object({
  gatewayResponse: gatewayResponseSchema,
  source: sourceSchema.optional(),
  paymentReceipt: z
    .object({
      approvedAmount: amountSchema.optional(),
      processorResponseDetails: responseDetailsSchema.optional(),
    })
    .optional(),
  /** Some responses have this field here instead of in the receipt. */
  processorResponseDetails: responseDetailsSchema.optional(),
  paymentTokens: z.array(tokenSchema).optional(),
  transactionDetails: z
    .object({
      captureFlag: z.union([z.boolean(), z.string()]).optional(),
      merchantTransactionId: text,
    })
    .optional(),
  storedCredentials: z.object({ schemeReferenceTransactionId: text }).optional(),
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
  additionalData3DS: z.object({
    serviceProviderReferenceId: z.string(),
    methodData: z.object({ dataCollectionUrl: z.url(), encodedToken: z.string() }),
  }),
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

/** A list or a single object, at the top level, in `errorResponse`, or inside `gatewayResponse`. */
const errorBodySchema = z.object({
  error: z.union([z.array(errorDetailSchema).min(1), errorDetailSchema]),
});
export const errorAnswerSchema = z.union([
  errorBodySchema,
  z.object({ errorResponse: errorBodySchema }).transform(({ errorResponse }) => errorResponse),
  z.object({ gatewayResponse: errorBodySchema }).transform((body) => body.gatewayResponse),
]);
