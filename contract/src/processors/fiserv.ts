import { CHALLENGE_URL, type ProcessorDescription, SCRIPT_URL } from './processor-fields.ts';

const CHECK_FIELD = '(email|dateOfBirth|checkData|driverLicense|taxId)';

const FIELDS_HOST = 'https://commercehub-secure-data-capture.fiservapps.com';
const HOSTS = [
  FIELDS_HOST,
  'https://connect.fiservapis.com',
  'https://connect-cert.fiservapis.com',
];

/** No public document describes webhooks, so there is no webhook secret. */
export const FISERV: ProcessorDescription = {
  displayName: 'Fiserv',
  origins: { scripts: [FIELDS_HOST], connections: HOSTS, frames: HOSTS },
  api: {
    test: 'https://connect-cert.fiservapis.com/ch',
    live: 'https://connect.fiservapis.com/ch',
  },
  script: null,
  inSandbox: { api: '/fiserv/ch', script: '/fiserv/sdk/3.5.5/checkout.js' },
  isLive: ({ environment }) => environment === 'PROD',
  fields: {
    merchantId: {
      label: 'Merchant ID',
      about: 'The MID of the Commerce Hub account.',
      isRequired: true,
      pattern: /^\w{3,100}$/,
      example: '100008000003683',
    },
    terminalId: {
      label: 'Terminal ID',
      about: 'The TID of the account.',
      isRequired: true,
      pattern: /^\w{3,20}$/,
      example: '10000001',
    },
    apiKey: {
      label: 'API key',
      about: 'From Developer Studio. The key needs the products Payments and Payments VAS.',
      isRequired: true,
      pattern: /^\S{8,}$/,
      example: 'the key in Developer Studio, without spaces',
    },
    processorKey: {
      label: 'API secret',
      about: 'The secret of the API key. It signs every request.',
      isRequired: true,
      pattern: /^\S{8,}$/,
      example: 'the secret in Developer Studio, without spaces',
    },
    environment: {
      label: 'Environment',
      about: 'CERT takes test payments, PROD takes real ones.',
      isRequired: true,
      options: ['CERT', 'PROD'],
    },
    scriptUrl: {
      ...SCRIPT_URL,
      about: 'URL of checkout.js for the version of your account, on a Fiserv host.',
      isRequired: true,
      isAdvanced: undefined,
    },
    challengeUrl: {
      ...CHALLENGE_URL,
      about:
        'Page of the 3-D Secure challenge: the host of `stepUpUrl`, such as a host of cardinalcommerce.com.',
    },
    threeDSecure: {
      label: '3-D Secure',
      about: 'Turn 3-D Secure off if your account does not have it.',
      options: ['on', 'off'],
      isAdvanced: true,
    },
    signature: {
      label: 'Signature encoding',
      about: '`hex` for a gateway that expects the digest as hexadecimal text.',
      options: ['raw', 'hex'],
      isAdvanced: true,
    },
    checkFields: {
      label: 'Data for bank debits',
      about: 'Data about the payer that the account requires, separated by commas.',
      pattern: new RegExp(`^${CHECK_FIELD}(,${CHECK_FIELD})*$`),
      example: 'email,dateOfBirth',
      isAdvanced: true,
    },
  },
  webhookEvents: null,
  hasPayouts: false,
  takesEvidence: false,
  domain: 'required',
};
