/**
 * Describes each plain field of an entity once. The provider API's schemas, import columns, command-line options,
 * and the console's inputs and detail rows are derived from these lists. Money, lines, statuses, ids and
 * cross-field rules are written manually next to the list. The payer's portal does not import these lists.
 */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { externalRefSchema } from './http/pages-and-problems.ts';
import { plainText } from './plain-text.ts';

export type Field = {
  zod: z.ZodType;
  /** Validates output. It is looser than `zod` because text limits may have changed since the value was stored. */
  output: z.ZodType;
  about: string;
  /** Appended to `about` if the field is optional, such as 'Today by default.' */
  byDefault?: string;
  column?: string;
  create: 'required' | 'optional' | 'no';
  /** 'untouched' allows changes until the object is paid, is being paid or has an arrangement. */
  change: 'always' | 'untouched' | 'no';
  /** The value may be missing: responses contain null, and sending null removes it. */
  isNullable?: true;
  isImported?: false;
  flag?: string;
  input?: 'text' | 'date' | 'email' | 'tel';
};

export type FieldList = Readonly<Record<string, Field>>;

export const REF_MAX = 60;

export const text = (max: number) =>
  ({ zod: plainText({ max }), output: z.string(), input: 'text' }) as const;
export const date = { zod: isoDateSchema, output: isoDateSchema, input: 'date' } as const;

/** Set at creation and never changed. */
export const FIXED = { create: 'required', change: 'no' } as const;
export const REQUIRED = { create: 'required', change: 'always' } as const;
export const OPTIONAL = { create: 'optional', change: 'always', isNullable: true } as const;
export const TODAY = { create: 'optional', change: 'no', byDefault: 'Today by default.' } as const;

export const externalRef = {
  zod: externalRefSchema,
  output: z.string(),
  about: 'Identifier in your own system. Unique per object type.',
  create: 'optional',
  change: 'no',
  isNullable: true,
  flag: 'external-ref',
} as const satisfies Field;

type InputSchema<F extends Field> = F extends { isNullable: true; change: 'always' | 'untouched' }
  ? z.ZodNullable<F['zod']>
  : F['zod'];
export type OutputSchema<F extends Field> = F extends { isNullable: true }
  ? z.ZodNullable<F['output']>
  : F['output'];

type Creatable<Fields extends FieldList> = {
  [Name in keyof Fields]: Fields[Name]['create'] extends 'no' ? never : Name;
}[keyof Fields];
type Changeable<Fields extends FieldList> = {
  [Name in keyof Fields]: Fields[Name]['change'] extends 'no' ? never : Name;
}[keyof Fields];

type OutputShape<Fields extends FieldList> = {
  [Name in keyof Fields]: OutputSchema<Fields[Name]>;
};
type CreateShape<Fields extends FieldList> = {
  [Name in Creatable<Fields>]: Fields[Name]['create'] extends 'required'
    ? Fields[Name]['zod']
    : z.ZodOptional<InputSchema<Fields[Name]>>;
};
type ChangeShape<Fields extends FieldList> = {
  [Name in Changeable<Fields>]: z.ZodOptional<InputSchema<Fields[Name]>>;
};

function toShape(
  fields: FieldList,
  isPart: (field: Field) => boolean,
  toSchema: (field: Field) => z.ZodType,
) {
  const parts = Object.entries(fields).filter(([, field]) => isPart(field));
  return Object.fromEntries(parts.map(([name, field]) => [name, toSchema(field)]));
}

const nullable = ({ isNullable }: Field, schema: z.ZodType) =>
  isNullable ? schema.nullable() : schema;
/** A field that cannot change does not accept null because there is never a value to remove. */
const optional = (field: Field) =>
  (field.change === 'no' ? field.zod : nullable(field, field.zod)).optional();

export function outputShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => nullable(field, field.output).describe(field.about);
  // The cast is safe because each name is mapped to the schema of its field.
  return toShape(fields, () => true, toSchema) as OutputShape<Fields>;
}

export function createShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => {
    const { create, about, byDefault } = field;
    if (create === 'required') return field.zod.describe(about);
    return optional(field).describe(byDefault === undefined ? about : `${about} ${byDefault}`);
  };
  // The cast is safe because each name is mapped to the schema of its field.
  return toShape(fields, ({ create }) => create !== 'no', toSchema) as CreateShape<Fields>;
}

export function changeShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => optional(field).describe(field.about);
  // The cast is safe because each name is mapped to the schema of its field.
  return toShape(fields, ({ change }) => change !== 'no', toSchema) as ChangeShape<Fields>;
}

export function changeable<Fields extends FieldList>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, { change }]) => change !== 'no');
  return Object.fromEntries(entries) as Pick<Fields, Changeable<Fields>>; // because the others are filtered out
}

export const fieldDescriptions = (...lists: readonly FieldList[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap((fields) => Object.entries(fields).map(([name, { about }]) => [name, about])),
  );
