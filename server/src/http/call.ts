/** What a handler gets to work with: parsed input, a known caller, and nothing of the framework. */
import type { IdempotencyKey } from '@quittance/contract/ids';
import type {
  AnswerOf,
  BodyOf,
  ParamsOf,
  QueryOf,
  RouteName,
  Routes,
} from '@quittance/contract/routes';
import type { Deps } from '../deps.ts';
import type { CustomerPrincipal, LinkPrincipal, Principal } from '../principal.ts';
import type { Cookies } from './cookies.ts';

type Principals = {
  anyone: null;
  processor: null;
  link: LinkPrincipal;
  customer: CustomerPrincipal;
  payer: Principal;
};

type PrincipalOf<Name extends RouteName> = Principals[Routes[Name]['who']];

type KeyOf<Name extends RouteName> = Routes[Name] extends { movesMoney: true }
  ? IdempotencyKey
  : null;

export type Call<Name extends RouteName> = {
  params: ParamsOf<Name>;
  query: QueryOf<Name>;
  body: BodyOf<Name>;
  principal: PrincipalOf<Name>;
  key: KeyOf<Name>;
  /** The address of the connection, not what the browser claims. */
  clientAddress: string;
  userAgent: string;
  cookies: Cookies;
  /** False when a browser says that another site's page made it call. */
  isOwnPage: boolean;
  setHeader(name: string, value: string): void;
};

export type Handler<Name extends RouteName> = (
  deps: Deps,
  call: Call<Name>,
) => Promise<AnswerOf<Name>>;

export type Handlers = { [Name in RouteName]?: Handler<Name> };
