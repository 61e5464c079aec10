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
import type { SendLater } from './send-file.ts';

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
  /** Connection IP, or the client IP from a trusted proxy's X-Forwarded-For. Never taken from the body. */
  clientIp: string;
  /** Recorded with a mandate and sent to the processor. */
  evidence: { ipAddress: string; userAgent: string };
  /** The language chosen in this browser, and the browser's own preferences (R50). */
  browser: { remembered: string | null; acceptLanguage: string | undefined };
  cookies: Cookies;
  isSameOrigin: boolean;
  setHeader(name: string, value: string): void;
};

export type Handler<Name extends RouteName> = (
  deps: Deps,
  call: Call<Name>,
) => Promise<AnswerOf<Name> | SendLater>;

/** Routes registered in their own files, because they need the raw request and reply. */
type RawRouteName = 'ready' | 'webhook' | 'calendarFeed' | 'unsubscribe' | 'unsubscribePage';

export type HandledRouteName = Exclude<RouteName, RawRouteName>;

/** A contract route without a handler does not compile. */
export type Handlers = { [Name in HandledRouteName]: Handler<Name> };

export function answerWith<Key extends string, Input, Result>(
  key: Key,
  work: (deps: Deps, call: Input) => Promise<Result>,
) {
  return async (deps: Deps, call: Input) => {
    const result = await work(deps, call);
    // The cast is needed because TypeScript widens a computed key to string.
    return { success: true, [key]: result } as { success: true } & Record<Key, Result>;
  };
}
