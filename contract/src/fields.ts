/**
 * Plain fields of an entity are described once. Schemas of the provider API, columns of an import, options of the command
 * line, and inputs and facts of the console derive from the list. Money, lines, statuses, ids and rules across fields are
 * not plain: they are written by hand beside the list. The portal of the payer imports no list.
 */
import { z } from 'zod';
import { isoDateSchema } from './dates.ts';
import { externalRefSchema } from './http/pages-and-problems.ts';
import { plainText } from './plain-text.ts';

export type Field = {
  /** Schema of a value that is given. */
  zod: z.ZodType;
  /** Schema of a value that is returned; limits of a text may change after it was stored. */
  output: z.ZodType;
  /** A sentence of the API reference. */
  about: string;
  /** Added to it where a value can be left out: 'Today by default.' */
  byDefault?: string;
  /** Where the column has another name. */
  column?: string;
  create: 'required' | 'optional' | 'no';
  /** 'untouched': while nothing is paid, being paid or arranged. */
  change: 'always' | 'untouched' | 'no';
  /** An object may be without it: null in a response, and to remove it. */
  isNullable?: true;
  /** False: no column of an import. */
  isImported?: false;
  /** Other names of the column. */
  aliases?: readonly string[];
  /** Option of the command line. */
  flag?: string;
  /** Input of the console. */
  input?: 'text' | 'date' | 'email' | 'tel';
};

export type FieldList = Readonly<Record<string, Field>>;

export const REF_MAX = 60;

export const text = (max: number) =>
  ({ zod: plainText({ max }), output: z.string(), input: 'text' }) as const;
export const date = { zod: isoDateSchema, output: isoDateSchema, input: 'date' } as const;

/** Named once, when the object is created. */
export const FIXED = { create: 'required', change: 'no' } as const;
export const REQUIRED = { create: 'required', change: 'always' } as const;
export const OPTIONAL = { create: 'optional', change: 'always', isNullable: true } as const;
/** A day that is today unless it is named. */
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

/** The values of a field: given by a caller, and returned. */
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
/** Nothing is there to be removed from a field that cannot change. */
const optional = (field: Field) =>
  (field.change === 'no' ? field.zod : nullable(field, field.zod)).optional();

/** Part of an object that is returned. */
export function outputShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => nullable(field, field.output).describe(field.about);
  // because each name has the schema of its field
  return toShape(fields, () => true, toSchema) as OutputShape<Fields>;
}

/** Part of the body that creates an object. */
export function createShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => {
    const { create, about, byDefault } = field;
    if (create === 'required') return field.zod.describe(about);
    return optional(field).describe(byDefault === undefined ? about : `${about} ${byDefault}`);
  };
  // because each name has the schema of its field
  return toShape(fields, ({ create }) => create !== 'no', toSchema) as CreateShape<Fields>;
}

/** Zod shape of the fields that an update may contain. */
export function changeShape<Fields extends FieldList>(fields: Fields) {
  const toSchema = (field: Field) => optional(field).describe(field.about);
  // because each name has the schema of its field
  return toShape(fields, ({ change }) => change !== 'no', toSchema) as ChangeShape<Fields>;
}

/** The fields that a change may name. */
export function changeable<Fields extends FieldList>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, { change }]) => change !== 'no');
  return Object.fromEntries(entries) as Pick<Fields, Changeable<Fields>>; // because the others are filtered out
}

/** Descriptions by name, for parameters and objects of others that name the same field. */
export const fieldDescriptions = (...lists: readonly FieldList[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap((fields) => Object.entries(fields).map(([name, { about }]) => [name, about])),
  );
