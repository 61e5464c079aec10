// Validates the parameters of a call against the SDK's own types (schemas/README.md) and reports errors in Stripe's
// wording. Each call checks the rules that a type cannot express.
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { inSandbox } from '../../folders.ts';
import { type ApiError, invalid } from './api-error.ts';

// The compiler and the bundler do not copy the schemas.
const FOLDER = inSandbox('src/stripe/api/schemas/');

const RESOURCES = [
  'balance_transactions',
  'charges',
  'confirmation_tokens',
  'customer_sessions',
  'customers',
  'disputes',
  'files',
  'payment_intents',
  'payment_methods',
  'payouts',
  'refunds',
  'setup_intents',
] as const;
export type SchemaName = `${(typeof RESOURCES)[number]}/${string}`;

export type Params = Record<string, unknown>;

// Form values are text, so numbers and booleans are converted here. Ajv's own coercion would accept "10.00" as an
// integer.
const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });

type Place = {
  parentData: Record<string, unknown> | unknown[];
  parentDataProperty: string | number;
};

function addFormType(keyword: string, read: (text: string) => unknown): void {
  ajv.addKeyword({
    keyword,
    modifying: true,
    // biome-ignore lint/complexity/useMaxParams: ajv defines the signature
    validate: (_schema: unknown, data: unknown, _parent: unknown, place?: Place) => {
      const value = typeof data === 'string' ? read(data) : undefined;
      if (value === undefined || place === undefined) return false;
      Object.assign(place.parentData, { [place.parentDataProperty]: value });
      return true;
    },
  });
}

addFormType('formInteger', (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined));
addFormType('formBoolean', (text) =>
  text === 'true' || text === 'false' ? text === 'true' : undefined,
);

/** Adapts the SDK's types to forms, where an integer arrives as text. */
function forForms(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value)) return value;
  const { type, ...rest } = value;
  if (type === 'integer') return { ...rest, formInteger: true };
  if (type === 'boolean') return { ...rest, formBoolean: true };
  return Array.isArray(type) ? { ...rest, type: 'string' } : value;
}

const names = new Set<string>();

for (const resource of RESOURCES) {
  const file = new URL(`${resource.replaceAll('_', '-')}.json`, FOLDER);
  const schemas = JSON.parse(readFileSync(file, 'utf8'), forForms);
  ajv.addSchema(schemas);
  for (const operation of Object.keys(schemas.operations)) names.add(`${resource}/${operation}`);
}

/** Called at startup instead of at the first call, because a route without a schema is a bug. */
export function expectSchema(name: SchemaName): void {
  if (!names.has(name)) throw new Error(`There is no schema for ${name}`);
}

/** Compiled by the first call, because compiling all of them takes half of the start. */
export function requestSchema(name: SchemaName): ValidateFunction {
  const [resource, operation] = name.split('/');
  const schema = ajv.getSchema(`${resource}#/operations/${operation}`);
  if (schema === undefined) throw new Error(`There is no schema for ${name}`);
  return schema;
}

/** `/card/number` becomes `card[number]`, as in a form. */
function paramName(path: string, more: string[] = []): string {
  const [first = '', ...rest] = [...path.split('/').slice(1), ...more];
  return first + rest.map((name) => `[${name}]`).join('');
}

function inWords(values: readonly unknown[]): string {
  const words = values.map(String).filter((word) => word !== '');
  if (words.length < 3) return words.join(' or ');
  return `one of ${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}

const NO_LONGER_SUPPORTED =
  'The parameter payment_method_types is no longer supported. Use allowed_payment_method_types, or ' +
  'leave it out to let Stripe choose the payment methods.';

function unknownParam(path: string, name: string): ApiError {
  const param = paramName(path, [name]);
  if (param === 'payment_method_types') {
    const code = 'payment_method_types_no_longer_supported';
    return invalid(NO_LONGER_SUPPORTED, { code, param });
  }
  return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function toApiError({ keyword, instancePath, params, data }: ErrorObject): ApiError {
  const param = paramName(instancePath);
  const given = typeof data === 'string' ? data : JSON.stringify(data);
  switch (keyword) {
    case 'additionalProperties':
      return unknownParam(instancePath, String(params['additionalProperty']));
    case 'required': {
      const name = paramName(instancePath, [String(params['missingProperty'])]);
      const code = 'parameter_missing';
      return invalid(`Missing required param: ${name}.`, { code, param: name });
    }
    case 'enum':
      return invalid(`Invalid ${param}: must be ${inWords(params['allowedValues'])}`, { param });
    case 'const':
      return invalid(`Invalid ${param}: must be ${String(params['allowedValue'])}`, { param });
    case 'formInteger':
      return invalid(`Invalid integer: ${given}`, { param, code: 'parameter_invalid_integer' });
    case 'formBoolean':
      return invalid(`Invalid boolean: ${given}`, { param });
    default:
      return invalid(`Invalid ${String(params['type'] ?? 'value')}: ${given}`, { param });
  }
}

function mostTelling(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const weigh = ({ keyword, instancePath }: ErrorObject) => {
    const isName = keyword === 'additionalProperties' || keyword === 'required';
    return (keyword === 'anyOf' ? -10 : 0) + (isName ? 10 : 0) + instancePath.split('/').length;
  };
  return [...errors].sort((left, right) => weigh(right) - weigh(left))[0];
}

const METADATA_KEYS_MAX = 50;
const METADATA_KEY_LENGTH_MAX = 40;
const METADATA_VALUE_LENGTH_MAX = 500;

function checkMetadata(metadata: unknown): void {
  if (typeof metadata !== 'object' || metadata === null) return;
  const entries = Object.entries(metadata);
  if (entries.length > METADATA_KEYS_MAX) {
    throw invalid(`Metadata can have up to ${METADATA_KEYS_MAX} keys.`, { param: 'metadata' });
  }
  const isLong = ([key, value]: [string, unknown]) =>
    key.length > METADATA_KEY_LENGTH_MAX || String(value).length > METADATA_VALUE_LENGTH_MAX;
  const long = entries.find(isLong);
  if (long === undefined) return;
  throw invalid(
    `Metadata keys can have ${METADATA_KEY_LENGTH_MAX} characters and values ` +
      `${METADATA_VALUE_LENGTH_MAX}.`,
    { param: `metadata[${long[0]}]` },
  );
}

export function checkParams(schema: ValidateFunction, params: Params): void {
  if (!schema(params)) {
    const error = mostTelling(schema.errors ?? []);
    throw error === undefined ? invalid('Invalid request') : toApiError(error);
  }
  checkMetadata(params['metadata']);
}
