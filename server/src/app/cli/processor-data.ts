/** Builds the data of a company's payment form from the operator's input: a processor, its account and its keys. */
import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import type { ProcessorName } from '@quittance/contract/vocabulary';
import type { Config } from '../../kernel/config.ts';

/** Fiserv's script URL contains a version that comes with the account. */
const SCRIPTS: Record<
  ProcessorName,
  { live: string | null; test: string | null; inSandbox: string }
> = {
  stripe: {
    live: 'https://js.stripe.com/endive/stripe.js',
    test: 'https://js.stripe.com/endive/stripe.js',
    inSandbox: '/stripe/endive/stripe.js',
  },
  payengine: {
    live: 'https://console.payengine.co/js/1.0.0/securefields.min.js',
    test: 'https://console.payengine.dev/js/1.0.0/securefields.min.js',
    inSandbox: '/payengine/js/1.0.0/securefields.min.js',
  },
  fiserv: { live: null, test: null, inSandbox: '/fiserv/sdk/3.5.5/checkout.js' },
};

export type Account = {
  processor: ProcessorName;
  processorKey: string;
  publicKey?: string | undefined;
  merchantId?: string | undefined;
  scriptUrl?: string | undefined;
  /** 'terminalId=10000001' */
  settings: readonly string[];
};

function toScript({ processor, scriptUrl, processorKey }: Account, { sandboxUrl }: Config) {
  if (scriptUrl !== undefined) return scriptUrl;
  const { live, test, inSandbox } = SCRIPTS[processor];
  if (sandboxUrl !== null) return `${sandboxUrl}${inSandbox}`;
  return processorKey.includes('_live_') ? live : test;
}

function toSettings({ processor, publicKey, settings }: Account, { sandboxUrl }: Config) {
  const named = settings.map((setting): [string, string] => {
    const [name = '', ...value] = setting.split('=');
    return [name, value.join('=')];
  });
  const usual: Record<string, string> = {
    ...(processor === 'fiserv' && publicKey ? { apiKey: publicKey } : {}),
    ...(processor === 'stripe' && sandboxUrl === null
      ? { challengeUrl: 'https://hooks.stripe.com' }
      : {}),
  };
  return { ...usual, ...Object.fromEntries(named) };
}

export function toProcessorData(account: Account, config: Config): ProcessorData {
  return {
    publicKey: account.publicKey ?? null,
    merchantId: account.merchantId ?? null,
    scriptUrl: toScript(account, config),
    settings: toSettings(account, config),
  };
}
