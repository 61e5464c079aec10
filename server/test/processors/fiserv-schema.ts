/**
 * The part of Commerce Hub's published specification (v1.24.11) that our traffic uses: names, types and lengths of
 * every object. Validation rejects anything not specified. Additions from the guides are marked.
 */

/**
 * `text:128` is text of at most 128 characters. A capitalized name refers to an object below; `[Name]` is a list of
 * such objects.
 */
type Shape = Readonly<Record<string, string>>;

const SOURCES: Readonly<Record<string, Shape>> = {
  /** `check` next to a session or a token is an assumption: the guide shows it only with plain accounts. */
  PaymentSession: { sourceType: 'text:256', sessionId: 'text:64', check: 'Check' },
  PaymentToken: {
    sourceType: 'text:256',
    tokenData: 'text:2048',
    tokenSource: 'text:256',
    card: 'Card',
    check: 'Check',
  },
  PaymentCard: { sourceType: 'text:256', card: 'Card' },
  PaymentCheck: { sourceType: 'text:256', check: 'Check' },
};

const OBJECTS: Readonly<Record<string, Shape>> = {
  Amount: { total: 'number', currency: 'text:3' },
  Card: {
    expirationMonth: 'text',
    expirationYear: 'text',
    bin: 'text:9',
    last4: 'text:4',
    scheme: 'text:256',
  },
  Check: {
    routingNumber: 'text:9',
    accountNumber: 'text:45',
    checkType: 'text:256',
    accountType: 'text:256',
  },
  MerchantDetails: { terminalId: 'text:1024', merchantId: 'text:1024' },
  Customer: {
    merchantCustomerId: 'text:1024',
    firstName: 'text:256',
    lastName: 'text:256',
    email: 'text:256',
    dateOfBirth: 'text:10',
  },
  Reference: {
    referenceTransactionId: 'text:40',
    referenceMerchantTransactionId: 'text:128',
    referenceOrderId: 'text:128',
  },
  TransactionDetails: {
    captureFlag: 'flag',
    createToken: 'flag',
    partialApproval: 'flag',
    authentication3DS: 'flag',
    merchantTransactionId: 'text:128',
    merchantInvoiceNumber: 'text:128',
    deviceFingerprint: '[Device]',
  },
  Device: { dataStatic: 'StaticData', dataDynamic: 'DynamicData' },
  StaticData: {
    accepts: 'text:256',
    colorDepth: 'whole',
    screenWidth: 'whole',
    screenHeight: 'whole',
    timezoneOffset: 'whole',
    javaEnabled: 'flag',
    javaScriptEnabled: 'flag',
    locale: 'text:8',
    userAgent: 'text:2048',
  },
  DynamicData: { ipAddress: 'text:39' },
  TransactionInteraction: {
    origin: 'text:4',
    eciIndicator: 'text:36',
    posConditionCode: 'text:26',
  },
  StoredCredentials: {
    initiator: 'text:11',
    scheduled: 'flag',
    sequence: 'text:10',
    schemeReferenceTransactionId: 'text:256',
    schemeOriginalAmount: 'number',
  },
  AdditionalDataCommon: { billPaymentType: 'text:11', paymentAmountType: 'text:20' },
  AdditionalData3DS: {
    acsUrl: 'text:256',
    authenticationStatus: 'text:2',
    challengeIndicator: 'flag',
    challengeStatus: 'text:2',
    challengeToken: 'text:1024',
    channel: 'text:32',
    dsTransactionId: 'text:60',
    serverTransactionId: 'text:60',
    serviceProvider: 'text:32',
    serviceProviderReferenceId: 'text:60',
    serviceProviderTransactionId: 'text:60',
    stepUpUrl: 'text:256',
    methodData: 'MethodData',
    mpiData: 'MpiData',
    versionData: 'VersionData',
  },
  MethodData: { dataCollectionUrl: 'text:256', encodedToken: 'text:4000' },
  MpiData: { cavv: 'text:256', eci: 'text:256', xid: 'text:512' },
  VersionData: { recommendedVersion: 'text:6' },
  GatewayResponse: {
    transactionType: 'text:256',
    transactionState: 'text:256',
    transactionOrigin: 'text:4',
    transactionProcessingDetails: 'Processing',
  },
  Processing: {
    orderId: 'text:40',
    transactionTimestamp: 'text',
    apiTraceId: 'text:32',
    clientRequestId: 'text:1024',
    transactionId: 'text:40',
  },
  PaymentReceipt: { approvedAmount: 'Amount', processorResponseDetails: 'ResponseDetails' },
  ResponseDetails: {
    approvalStatus: 'text',
    approvalCode: 'text',
    processor: 'text:256',
    host: 'text:256',
    networkRouted: 'text:256',
    responseCode: 'text',
    responseMessage: 'text',
    hostResponseCode: 'text',
    hostResponseMessage: 'text',
  },
  Token: {
    tokenData: 'text:2048',
    tokenSource: 'text:256',
    tokenResponseCode: 'text:256',
    tokenResponseDescription: 'text:256',
  },
  ErrorAnswer: { gatewayResponse: 'GatewayResponse', error: '[Error]' },
  Error: { type: 'text', code: 'text', field: 'text', message: 'text' },

  ChargesRequest: {
    amount: 'Amount',
    source: 'Source',
    transactionDetails: 'TransactionDetails',
    merchantDetails: 'MerchantDetails',
    additionalData3DS: 'AdditionalData3DS',
    additionalDataCommon: 'AdditionalDataCommon',
    customer: 'Customer',
    storedCredentials: 'StoredCredentials',
    transactionInteraction: 'TransactionInteraction',
  },
  Transaction: {
    gatewayResponse: 'GatewayResponse',
    source: 'Source',
    paymentReceipt: 'PaymentReceipt',
    transactionDetails: 'TransactionDetails',
    transactionInteraction: 'TransactionInteraction',
    merchantDetails: 'MerchantDetails',
    paymentTokens: '[Token]',
    storedCredentials: 'StoredCredentials',
  },
  RefundRequest: {
    referenceTransactionDetails: 'Reference',
    amount: 'Amount',
    transactionDetails: 'TransactionDetails',
    merchantDetails: 'MerchantDetails',
  },
  InquiryRequest: { referenceTransactionDetails: 'Reference', merchantDetails: 'MerchantDetails' },
  /** The 3-D Secure guide adds `transactionDetails`. */
  CredentialsRequest: {
    merchantDetails: 'MerchantDetails',
    transactionDetails: 'TransactionDetails',
  },
  CredentialsAnswer: {
    gatewayResponse: 'GatewayResponse',
    keyId: 'text:64',
    publicKey: 'text:4000',
    keyLength: 'whole',
    accessToken: 'text:2048',
    sessionId: 'text:64',
    accessTokenIssuedTime: 'text',
    accessTokenTimeToLive: 'whole',
    asymmetricEncryptionAlgorithm: 'text:32',
    accessTokenType: 'text:50',
  },
  TokensRequest: {
    source: 'Source',
    transactionDetails: 'TransactionDetails',
    merchantDetails: 'MerchantDetails',
    storedCredentials: 'StoredCredentials',
  },
  ServiceAnswer: {
    gatewayResponse: 'GatewayResponse',
    source: 'Source',
    processorResponseDetails: 'ResponseDetails',
    paymentTokens: '[Token]',
    storedCredentials: 'StoredCredentials',
    additionalData3DS: 'AdditionalData3DS',
    merchantDetails: 'MerchantDetails',
    transactionDetails: 'TransactionDetails',
  },
  VerificationRequest: { source: 'Source', merchantDetails: 'MerchantDetails' },
  DeviceDataRequest: {
    source: 'Source',
    merchantDetails: 'MerchantDetails',
    transactionDetails: 'TransactionDetails',
  },
  AuthenticationRequest: {
    amount: 'Amount',
    source: 'Source',
    merchantDetails: 'MerchantDetails',
    transactionDetails: 'TransactionDetails',
    additionalData3DS: 'AdditionalData3DS',
    customer: 'Customer',
  },
  VerifyRequest: { merchantDetails: 'MerchantDetails', referenceTransactionDetails: 'Reference' },
};

export const ENDPOINTS: Readonly<Record<string, { request: string; answer: string }>> = {
  '/payments/v1/charges': { request: 'ChargesRequest', answer: 'Transaction' },
  '/payments/v1/refunds': { request: 'RefundRequest', answer: 'Transaction' },
  '/payments/v1/transaction-inquiry': { request: 'InquiryRequest', answer: '[Transaction]' },
  '/payments-vas/v1/security/credentials': {
    request: 'CredentialsRequest',
    answer: 'CredentialsAnswer',
  },
  '/payments-vas/v1/tokens': { request: 'TokensRequest', answer: 'ServiceAnswer' },
  '/payments-vas/v1/accounts/verification': {
    request: 'VerificationRequest',
    answer: 'ServiceAnswer',
  },
  '/payments-vas/v1/3ds/device-data-initialize': {
    request: 'DeviceDataRequest',
    answer: 'ServiceAnswer',
  },
  '/payments-vas/v1/3ds/authenticate': {
    request: 'AuthenticationRequest',
    answer: 'ServiceAnswer',
  },
  '/payments-vas/v1/3ds/verify': { request: 'VerifyRequest', answer: 'ServiceAnswer' },
};

function isScalar(type: string, value: unknown): boolean {
  const [name, max] = type.split(':');
  switch (name) {
    case 'text':
      return typeof value === 'string' && value.length <= Number(max ?? Infinity);
    case 'number':
      return typeof value === 'number';
    case 'whole':
      return Number.isSafeInteger(value);
    case 'flag':
      return typeof value === 'boolean';
    default:
      return false;
  }
}

function toShape(type: string, value: object): Shape | undefined {
  if (type !== 'Source') return OBJECTS[type];
  return SOURCES[String('sourceType' in value ? value.sourceType : undefined)];
}

export function violations(type: string, value: unknown, place = type): string[] {
  const [, item] = /^\[(\w+)\]$/.exec(type) ?? [];
  if (item) {
    if (!Array.isArray(value)) return [`${place} is no list`];
    return value.flatMap((each, index) => violations(item, each, `${place}[${index}]`));
  }
  if (!/^[A-Z]/.test(type)) return isScalar(type, value) ? [] : [`${place} is no ${type}`];
  if (typeof value !== 'object' || value === null) return [`${place} is no object`];
  const shape = toShape(type, value);
  if (!shape) return [`${place} is not described`];
  return Object.entries(value).flatMap(([name, each]) => {
    const expected = shape[name];
    return expected
      ? violations(expected, each, `${place}.${name}`)
      : [`${place}.${name} is unknown`];
  });
}
