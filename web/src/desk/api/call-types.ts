/** The types of the console's calls, from the two route tables of the contract. */
import type { DeskRoutes } from '@quittance/contract/desk-routes';
import type { ProviderRoutes } from '@quittance/contract/provider-routes';
import type { z } from 'zod';

/** The calls of staff and those of the provider API. No name is in both tables. */
export type Routes = ProviderRoutes & DeskRoutes;
export type CallName = keyof ProviderRoutes | keyof DeskRoutes;

type Input<Name extends CallName, Part extends string> =
  Routes[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.input<Schema> : never;

/** The server parses the numbers of a query from text. */
type Texts<Query> = {
  [Key in keyof Query]: unknown extends Query[Key] ? number : Query[Key];
};

type Params<Name extends CallName> =
  Routes[Name] extends Record<'params', unknown> ? { params: Input<Name, 'params'> } : unknown;
type Query<Name extends CallName> =
  Routes[Name] extends Record<'query', unknown> ? { query?: Texts<Input<Name, 'query'>> } : unknown;
type Body<Name extends CallName> =
  Routes[Name] extends Record<'body', unknown>
    ? undefined extends Input<Name, 'body'>
      ? { body?: Input<Name, 'body'> }
      : { body: Input<Name, 'body'> }
    : unknown;

export type CallInput<Name extends CallName> = Params<Name> & Query<Name> & Body<Name>;

export type AnswerOf<Name extends CallName> =
  Routes[Name] extends Record<'answer', infer Schema extends z.ZodType> ? z.infer<Schema> : never;

export type PagedName = {
  [Name in CallName]: AnswerOf<Name> extends { data: unknown[]; nextCursor: string | null }
    ? Name
    : never;
}[CallName];

export type ItemOf<Name extends PagedName> =
  AnswerOf<Name> extends { data: (infer Item)[] } ? Item : never;
