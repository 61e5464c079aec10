/** Input of a portal handler: parsed parameters and an authenticated caller, independent of the HTTP framework. */
import type { IdempotencyKey } from '@quittance/contract/ids';
import type {
  AnswerOf,
  BodyOf,
  ParamsOf,
  QueryOf,
  RouteName,
  Routes,
} from '@quittance/contract/portal-routes';
import type { Deps } from '../../kernel/deps.ts';
import type { CustomerPrincipal, LinkPrincipal, Principal } from '../../kernel/principal.ts';
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
  /** IP of the connection, or from a trusted proxy's X-Forwarded-For. It is never a value from the body. */
  clientIp: string;
  /** IP and user agent, as recorded with a mandate and sent to the processor. */
  evidence: { ipAddress: string; userAgent: string };
  /** Languages of the browser: the one chosen in it and the ones it prefers (R50). */
  browser: { remembered: string | null; acceptLanguage: string | undefined };
  cookies: Cookies;
  /** False when the browser reports that a page of another site made the request. */
  isSameOrigin: boolean;
  setHeader(name: string, value: string): void;
};

export type Handler<Name extends RouteName> = (
  deps: Deps,
  call: Call<Name>,
) => Promise<AnswerOf<Name>>;

/** Routes registered in their own files, because they need the raw request and reply. */
type RawRouteName = 'ready' | 'webhook' | 'calendarFeed' | 'unsubscribe' | 'unsubscribePage';

export type HandledRouteName = Exclude<RouteName, RawRouteName>;

/** The type is total: a row of the contract without a handler does not compile. */
export type Handlers = { [Name in HandledRouteName]: Handler<Name> };

/** Responds with `{ success: true, [key]: … }`, where the value is the result of `work`. */
export function answerWith<Key extends string, Input, Result>(
  key: Key,
  work: (deps: Deps, call: Input) => Promise<Result>,
) {
  return async (deps: Deps, call: Input) => {
    const result = await work(deps, call);
    // Safe because a computed key widens to string.
    return { success: true, [key]: result } as { success: true } & Record<Key, Result>;
  };
}
