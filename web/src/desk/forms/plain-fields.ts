/** Plain fields of an entity in the console: their draft texts, the request built from them, and rows of facts. */
import type { IsoDate } from '@quittance/contract/dates';
import type { Field, FieldList } from '@quittance/contract/fields';
import type { SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { formatDay } from '../format.ts';
import { formTexts } from '../texts/forms.ts';
import type { DraftErrors } from './use-draft.ts';

type NameWith<Fields extends FieldList, Part> = {
  [Name in keyof Fields]: Fields[Name] extends Part ? Name : never;
}[keyof Fields] &
  string;

export type InputName<Fields extends FieldList> = NameWith<Fields, { input: string }>;
export type FieldDraft<Fields extends FieldList> = Record<InputName<Fields>, string>;

type NewBody<Fields extends FieldList> = {
  [Name in InputName<Fields> & NameWith<Fields, { create: 'required' }>]: string;
} & {
  [Name in InputName<Fields> & NameWith<Fields, { create: 'optional' }>]?: string;
};
type ChangeBody<Fields extends FieldList> = {
  [Name in InputName<Fields> &
    NameWith<Fields, { change: 'always' | 'untouched' }>]?: Fields[Name] extends {
    isNullable: true;
  }
    ? string | null
    : string;
};

type Values = Readonly<Record<string, unknown>>;

const inputsIn = (fields: FieldList): [string, Field][] =>
  Object.entries(fields).filter(([, { input }]) => input !== undefined);

const textIn = (values: Values, name: string): string => String(values[name] ?? '').trim();

export function draftFrom<Fields extends FieldList>(fields: Fields, object: object | null) {
  const values: Values = { ...object };
  const texts = inputsIn(fields).map(([name]) => [name, textIn(values, name)]);
  return Object.fromEntries(texts) as FieldDraft<Fields>; // because each input has its text
}

export function newBody<Fields extends FieldList>(fields: Fields, draft: FieldDraft<Fields>) {
  const typed = inputsIn(fields).filter(
    ([name, { create }]) => create === 'required' || (create === 'optional' && textIn(draft, name)),
  );
  // because every input value is text
  return Object.fromEntries(typed.map(([name]) => [name, textIn(draft, name)])) as NewBody<Fields>;
}

/** Only what was changed is sent, so that a colleague's change of another field stays. */
export function changeBody<Fields extends FieldList>(
  fields: Fields,
  draft: FieldDraft<Fields>,
  object: object,
) {
  const stored: Values = { ...object };
  const sent = inputsIn(fields).filter(
    ([name, { change }]) => change !== 'no' && textIn(draft, name) !== textIn(stored, name),
  );
  const values = sent.map(([name, { isNullable }]) => {
    const text = textIn(draft, name);
    return [name, text === '' && isNullable ? null : text];
  });
  return Object.fromEntries(values) as ChangeBody<Fields>; // because only a nullable field can be removed
}

/** Nothing was changed, so there is nothing to save. */
export const isEmpty = (body: object): boolean => Object.keys(body).length === 0;

export function missingIn<Name extends string>(
  draft: Readonly<Record<Name, string>>,
  labels: Readonly<Record<Name, string>>,
  names: readonly Name[],
): DraftErrors {
  const empty = names.filter((name) => draft[name].trim() === '');
  return Object.fromEntries(empty.map((name) => [name, formTexts.missing(labels[name])]));
}

/** Omits fields that the object does not have. */
export function factRows<Name extends string>(
  fields: Readonly<Record<NoInfer<Name>, Field>>,
  object: Readonly<Record<NoInfer<Name>, string | null>>,
  { labels, names }: { labels: Readonly<Record<NoInfer<Name>, string>>; names: readonly Name[] },
): SummaryRow[] {
  return names.flatMap((name) => {
    const value = object[name];
    if (value === null) return [];
    const isDate = fields[name].input === 'date';
    return [{ label: labels[name], value: isDate ? formatDay(value as IsoDate) : value }]; // because the field says so
  });
}
