/**
 * Describes the settings of a processor account once per processor. The console's form, the command-line options,
 * the provider API's schema and the validation are derived from these lists.
 */
import { z } from 'zod';

export type ProcessorField = {
  label: string;
  about: string;
  isRequired?: true;
  pattern?: RegExp;
  /** Shown if the pattern does not match, such as `pk_live_…`. */
  example?: string;
  /** The first one applies if none is chosen. */
  options?: readonly string[];
  isUrl?: true;
  /** Rarely needed. The console hides it until it is asked for. */
  isAdvanced?: true | undefined;
};

export type FieldProblem = { field: string; message: string };

export type ProcessorValues = Readonly<Record<string, string | null>>;

/** Hosts of the processor that the portal's content security policy allows. */
export type Origins = Readonly<Record<'scripts' | 'connections' | 'frames', readonly string[]>>;

export type ProcessorDescription = {
  displayName: string;
  origins: Origins;
  api: { test: string; live: string };
  /** The usual script of the payment fields. Null if its address comes with the account. */
  script: { test: string; live: string } | null;
  /** Paths of the API and the script in the sandbox. */
  inSandbox: { api: string; script: string };
  /** Whether an account with these settings moves real money. The public ones are enough. */
  isLive(values: ProcessorValues): boolean;
  fields: Readonly<Record<string, ProcessorField>>;
  /** Rules about several fields. Runs only if every field is valid by itself. */
  toProblems?(values: ProcessorValues): FieldProblem[];
  /** The events that the account must send to the portal. Null if the processor sends none. */
  webhookEvents: readonly string[] | null;
  /** Whether payouts can be read. False if the processor documents no API for them. */
  hasPayouts: boolean;
  /** Whether evidence against a dispute can be submitted by an API. */
  takesEvidence: boolean;
  /** Whether the domain of the portal must be registered with the processor. */
  domain: 'none' | 'wallets' | 'required';
};

/** Stored sealed and never shown. Every other value is sent to browsers. */
const SECRET_FIELDS = ['processorKey', 'webhookSecret'] as const;
/** The values that browsers get by name; all others are in `settings`. */
const NAMED_FIELDS = ['publicKey', 'merchantId', 'scriptUrl'] as const;

export const isSecretField = (name: string): name is (typeof SECRET_FIELDS)[number] =>
  SECRET_FIELDS.some((secret) => secret === name);

export const isNamedField = (name: string): name is (typeof NAMED_FIELDS)[number] =>
  NAMED_FIELDS.some((named) => named === name);

const SECRET_VALUE = /^(sk|rk|whsec)_/;
const VALUE_MAX = 500;

/** During a rotation both secrets are accepted, separated by a space. */
export const WEBHOOK_SECRET = {
  label: 'Webhook secret',
  about:
    'Signs the events that the processor sends. Two secrets, separated by a space, are accepted during a rotation.',
} as const satisfies ProcessorField;

export const SCRIPT_URL = {
  label: 'Script URL',
  about:
    "Script of the payment fields, on one of the processor's own hosts. The usual one by default.",
  isUrl: true,
  isAdvanced: true,
} as const satisfies ProcessorField;

export const CHALLENGE_URL = {
  label: 'Challenge URL',
  about:
    'Page of the 3-D Secure challenge, if it is on a host that the processor does not declare.',
  isUrl: true,
  isAdvanced: true,
} as const satisfies ProcessorField;

const WEB_URL = /^(https:\/\/[\w.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?(\/[^\s;,'"]*)?$/;

function toMessage(name: string, field: ProcessorField, values: ProcessorValues): string | null {
  const { label, isRequired, pattern, example, options, isUrl } = field;
  const value = values[name] ?? null;
  if (value === null) return isRequired ? `${label} is missing.` : null;
  const secrets = SECRET_FIELDS.map((secret) => values[secret] ?? null);
  if (!isSecretField(name) && (SECRET_VALUE.test(value) || secrets.includes(value)))
    return `${label} must not be a secret: it is sent to browsers.`;
  if (value.length > VALUE_MAX) return `${label} is longer than ${VALUE_MAX} characters.`;
  if (options && !options.includes(value)) return `${label} is one of ${options.join(', ')}.`;
  if (isUrl && !WEB_URL.test(value)) return `${label} must begin with https://.`;
  if (pattern && !pattern.test(value)) return `${label} looks like ${example}.`;
  return null;
}

/** Checks a complete set of values. Absent and null values are equal. */
export function settingProblems(
  { fields, toProblems }: ProcessorDescription,
  values: ProcessorValues,
): FieldProblem[] {
  const problems = Object.entries(fields).flatMap(([name, field]) => {
    const message = toMessage(name, field, values);
    return message === null ? [] : [{ field: name, message }];
  });
  return problems.length > 0 ? problems : (toProblems?.(values) ?? []);
}

/** One object for all processors, because the path names the processor. */
export function changeSchemaFor(descriptions: Readonly<Record<string, ProcessorDescription>>) {
  const abouts: Record<string, string[]> = {};
  for (const [processor, { fields }] of Object.entries(descriptions)) {
    for (const [name, { label, about }] of Object.entries(fields)) {
      abouts[name] = [...(abouts[name] ?? []), `\`${processor}\`: ${label}. ${about}`];
    }
  }
  const value = z.string().trim().min(1).max(VALUE_MAX).nullable().optional();
  const shape = Object.entries(abouts).map(([name, texts]) => [
    name,
    value.describe([...new Set(texts)].join(' ')),
  ]);
  // because each name is mapped to the same schema
  return z.strictObject(Object.fromEntries(shape) as Record<string, typeof value>);
}
