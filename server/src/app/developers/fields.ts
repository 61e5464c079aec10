/** Renders the fields of a body, a query or an object: name, type, bounds and meaning. */
import type { Parameter } from '../openapi/openapi-operation.ts';
import { type JsonSchema, nameIn, toTypes } from '../openapi/openapi-schemas.ts';
import { type Markup, markup, prose } from './markup.ts';

export type SchemasByName = Readonly<Record<string, JsonSchema>>;

const NAMES: Readonly<Record<string, string>> = {
  uuid: 'id',
  date: 'date',
  'date-time': 'instant',
  email: 'email address',
  uri: 'URL',
};
const SHORT_LIST = 3;
/** A larger bound is only the limit of the number type, so it is not shown. */
const BOUND_MAX = 2 ** 50;

function present(schema: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const options = schema.anyOf ?? [schema];
  const [first = schema] = options.filter(({ type }) => type !== 'null');
  return { schema: first, isNullable: options.some((option) => toTypes(option).includes('null')) };
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    return schema.enum.length > SHORT_LIST ? 'one of' : schema.enum.map(String).join(' | ');
  }
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  return NAMES[schema.format ?? ''] ?? toTypes(schema)[0] ?? 'any';
}

const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < BOUND_MAX;

function toBounds({ minimum, maximum, maxLength, maxItems, default: usual }: JsonSchema): string[] {
  const bounds: string[] = [];
  if (isBound(minimum) && isBound(maximum)) bounds.push(`${minimum} to ${maximum}`);
  else if (isBound(minimum)) bounds.push(`at least ${minimum}`);
  if (maxLength !== undefined) bounds.push(`up to ${maxLength} characters`);
  if (maxItems !== undefined) bounds.push(`up to ${maxItems}`);
  if (usual !== undefined) bounds.push(`${JSON.stringify(usual)} by default`);
  return bounds;
}

function listed({ enum: values = [] }: JsonSchema): Markup | null {
  if (values.length <= SHORT_LIST) return null;
  const items = values.map((value) => markup`<code>${String(value)}</code> `);
  return markup`<p class="values">${items}</p>`;
}

/** Every field of a response is present, so none is marked as required. */
type Field = { name: string; schema: JsonSchema; isRequired: boolean; isSent: boolean };

function toField({ name, schema: whole, isRequired, isSent }: Field, named: SchemasByName): Markup {
  const { schema, isNullable } = present(whole);
  const description = whole.description ?? schema.description ?? '';
  const facts = [typeOf(schema) + (isNullable ? ' or null' : ''), ...toBounds(schema)];
  const inner = nestedIn(schema, named, isSent);
  return markup`<li><div class="field"><code class="name">${name}</code>
<span class="type">${facts.join(', ')}</span>${isRequired && isSent ? markup` <b class="required">required</b>` : null}</div>
<p>${prose(description)}</p>${listed(schema)}${inner}</li>`;
}

function nestedIn(schema: JsonSchema, named: SchemasByName, isSent: boolean): Markup | null {
  const inner = schema.items ?? schema;
  const target = named[nameIn(inner.$ref ?? '')] ?? inner;
  if (!target.properties) return null;
  return toFields(target, named, isSent);
}

export function toFields(schema: JsonSchema, named: SchemasByName, isSent: boolean): Markup {
  const { properties = {}, required = [], oneOf } = schema;
  if (oneOf) {
    const options = oneOf.map((option) =>
      toFields(named[nameIn(option.$ref ?? '')] ?? option, named, isSent),
    );
    return markup`<ol class="options">${options.map((option) => markup`<li>${option}</li>`)}</ol>`;
  }
  const fields = Object.entries(properties).map(([name, field]) =>
    toField({ name, schema: field, isRequired: required.includes(name), isSent }, named),
  );
  return markup`<ul class="fields">${fields}</ul>`;
}

export function parameterFields(parameters: readonly Parameter[]): Markup {
  const fields = parameters.map(({ name, schema, description = '', required }) =>
    toField({ name, schema: { ...schema, description }, isRequired: required, isSent: true }, {}),
  );
  return markup`<ul class="fields">${fields}</ul>`;
}
