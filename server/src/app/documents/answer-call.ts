/**
 * Handles a call inside the server like its HTTP route, with the same handler, schema and errors. The caller has
 * already authenticated the principal and applied the rate limits.
 */
import type { FirstAnswer } from '@quittance/contract/first-calls';
import { type Route, urlTo } from '@quittance/contract/http/portal-route';
import { type AnswerOf, ROUTES } from '@quittance/contract/portal-routes';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Principal } from '../../kernel/principal.ts';
import { toSerializer } from '../../platform/http/answer-serializer.ts';
import { toApiError } from '../../platform/http/error-handler.ts';
import type { Call, HandledRouteName } from '../../platform/http/portal-call.ts';
import { holdsUnstorable } from '../../platform/http/refuse-unsafe-input.ts';
import type { Exchange } from '../../platform/http/register-route.ts';
import { HANDLERS } from '../portal/handlers.ts';
import { type AnyHandler, toCall } from '../portal/register.ts';

export type InnerCall = {
  name: HandledRouteName;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
};

type Answer = Pick<FirstAnswer, 'status'> & { text: string };

export type AnsweredCall = Pick<FirstAnswer, 'url'> &
  Pick<InnerCall, 'name'> &
  Answer & { value?: unknown };

const serializers = new Map<HandledRouteName, (answer: unknown) => string>();

function serialize(name: HandledRouteName, answer: unknown): string {
  const serializer = serializers.get(name) ?? toSerializer(ROUTES[name].answer);
  serializers.set(name, serializer);
  return serializer(answer);
}

const errorAnswer = (error: AppError): Answer => {
  const { status, body } = toApiError(error.code, error.extras);
  return { status, text: JSON.stringify(body) };
};

export function refusedCall({ name, ...parts }: InnerCall, error: AppError): AnsweredCall {
  return { name, url: urlTo(ROUTES[name].path, parts), ...errorAnswer(error) };
}

/**
 * Returns null for anything except a response or a known error. The browser then makes the call itself, and the API
 * handles and logs the failure.
 */
export async function answerCall(
  deps: Deps,
  { name, ...parts }: InnerCall,
  caller: { exchange: Exchange; principal: Principal | null },
): Promise<AnsweredCall | null> {
  const route: Route = ROUTES[name];
  const url = urlTo(route.path, parts);
  const params = route.params?.safeParse(parts.params);
  const query = route.query?.safeParse(parts.query ?? {});
  if (params?.success === false || query?.success === false || holdsUnstorable(parts.params))
    return null;
  const call = {
    ...toCall(deps, route, caller.exchange),
    params: params?.data,
    query: query?.data,
    principal: caller.principal,
    // The caller has checked that the browser is opening one of the portal's own pages.
    isSameOrigin: true,
  };
  const handler = HANDLERS[name] as AnyHandler; // because each handler gets the call of its own row
  try {
    // Safe because the route's schemas have already parsed the parts that the handler's type describes.
    const value = await handler(deps, call as Call<HandledRouteName>);
    return { name, url, status: 200, text: serialize(name, value), value };
  } catch (error) {
    return error instanceof AppError ? { name, url, ...errorAnswer(error) } : null;
  }
}

export function answerIn<Name extends HandledRouteName>(
  answers: readonly AnsweredCall[],
  name: Name,
): AnswerOf<Name> | null {
  const found = answers.find((answer) => answer.name === name && answer.status === 200);
  return (found?.value ?? null) as AnswerOf<Name> | null; // because the handler of this name returned it
}
