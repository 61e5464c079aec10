/** The servers of the processors: their API, their scripts, and the origins that a company's page allows. */
import type { ProcessorData } from '@quittance/contract/companies/portal-schemas';
import {
  isSecretField,
  type Origins,
  type ProcessorValues,
} from '@quittance/contract/processors/processor-fields';
import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { PROCESSORS, type ProcessorName } from '@quittance/contract/vocabulary';
import type { Credentials } from './credentials.ts';

export type BaseUrls = Readonly<Partial<Record<ProcessorName, string>>>;

type Keys = Pick<Credentials, 'processorKey' | 'extra'>;

export function isLive(name: ProcessorName, { processorKey, extra }: Keys): boolean {
  return PROCESSOR_DESCRIPTIONS[name].isLive({ ...extra, processorKey: processorKey.reveal() });
}

/** Whether the settings that browsers get are those of a test account. False until an account was entered. */
export function isTestAccount(name: ProcessorName, { settings, ...named }: ProcessorData): boolean {
  const values: ProcessorValues = { ...settings, ...named };
  const { fields, isLive: isLiveWith } = PROCESSOR_DESCRIPTIONS[name];
  const hasAccount = Object.entries(fields).every(
    ([field, { isRequired }]) => !isRequired || isSecretField(field) || Boolean(values[field]),
  );
  return hasAccount && !isLiveWith(values);
}

type Overrides = { baseUrls: BaseUrls; sandboxUrl?: string | null };

/** The mode of the keys selects the server, unless it is overridden. */
export function baseUrlFor({ baseUrls }: Overrides, name: ProcessorName, keys: Keys): string {
  const { api } = PROCESSOR_DESCRIPTIONS[name];
  return baseUrls[name] ?? api[isLive(name, keys) ? 'live' : 'test'];
}

export function usualScript(
  { sandboxUrl }: Overrides,
  name: ProcessorName,
  isLiveKey: boolean,
): string | null {
  const { script, inSandbox } = PROCESSOR_DESCRIPTIONS[name];
  if (sandboxUrl) return `${sandboxUrl}${inSandbox.script}`;
  return script?.[isLiveKey ? 'live' : 'test'] ?? null;
}

type Servers = { processorUrls: BaseUrls; sandboxUrl: string | null };

export function toBaseUrls({ processorUrls, sandboxUrl }: Servers): BaseUrls {
  if (sandboxUrl === null) return processorUrls;
  const inSandbox = PROCESSORS.map((name) => [
    name,
    `${sandboxUrl}${PROCESSOR_DESCRIPTIONS[name].inSandbox.api}`,
  ]);
  return { ...Object.fromEntries(inSandbox), ...processorUrls };
}

/** Names the processor of a request, for metrics. */
export function processorAt(baseUrls: BaseUrls, url: string): ProcessorName | 'other' {
  const isAt = (base: string | undefined) => base !== undefined && url.startsWith(base);
  const found = PROCESSORS.find((name) => {
    const { api } = PROCESSOR_DESCRIPTIONS[name];
    return isAt(baseUrls[name]) || isAt(api.live) || isAt(api.test);
  });
  return found ?? 'other';
}

const toOrigin = (url: string | null | undefined) => (url ? [new URL(url).origin] : []);

/** Whether the origin is one of those listed, of which some stand for all subdomains. */
function isListed(origin: string, listed: readonly string[]): boolean {
  return listed.some((each) => {
    const [, domain] = /^https:\/\/\*(\..+)$/.exec(each) ?? [];
    return domain ? origin.startsWith('https://') && origin.endsWith(domain) : origin === each;
  });
}

/** Whether the script comes from the processor itself, or from the server that replaces it. */
export function isOwnScript(
  name: ProcessorName,
  scriptUrl: string,
  override: string | null = null,
): boolean {
  const { scripts } = PROCESSOR_DESCRIPTIONS[name].origins;
  return isListed(new URL(scriptUrl).origin, [...scripts, ...toOrigin(override)]);
}

/**
 * Origins that the page of a company allows: those of its processor, or only those of the server that its script
 * comes from. The bank's challenge may be on another host, which may not run scripts.
 */
export function originsFor(
  name: ProcessorName,
  { scriptUrl, settings }: Pick<ProcessorData, 'scriptUrl' | 'settings'>,
): Origins {
  const isOwn = scriptUrl === null || isOwnScript(name, scriptUrl);
  const { scripts, connections, frames } = isOwn
    ? PROCESSOR_DESCRIPTIONS[name].origins
    : { scripts: [], connections: [], frames: [] };
  const own = toOrigin(scriptUrl);
  const challenge = toOrigin(settings['challengeUrl']);
  const unique = (...lists: readonly string[][]) => [...new Set(lists.flat())];
  return {
    scripts: unique([...scripts], own),
    connections: unique([...connections], own, challenge),
    frames: unique([...frames], own, challenge),
  };
}
