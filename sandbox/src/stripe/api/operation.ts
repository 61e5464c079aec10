// How every call to this company runs: key, version and parameters are checked, an answer given
// before is given again, the call is prepared, which may refuse it, and then carried out. Between the
// last two an ordered accident takes place.
import type { FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { type Answer, answer, type Fault, type Faults, type Operation } from '../../faults.ts';
import { isOwnPage, ownUrl } from '../../own-origin.ts';
import { type Caller, callerOf, requireSecretKey } from '../accounts.ts';
import type { Account, Store } from '../store.ts';
import { ApiError, BROKEN, errorAnswer } from './api-error.ts';
import { checkExpand, expand } from './expand.ts';
import {
  beginRequest,
  type KeyedRequest,
  keyedRequest,
  rememberAnswer,
  replayOf,
} from './idempotency.ts';
import { newId } from './ids.ts';
import { checkParams, type Params, requestSchema, type SchemaName } from './request-schemas.ts';
import { versionOf } from './versions.ts';

/** A call that has been understood: who calls, with which parameters, under which address. */
export type Call = {
  store: Store;
  account: Account;
  isPublishable: boolean;
  /** Sent by a page of this company itself, which is where card numbers are typed. */
  isFromOwnPage: boolean;
  params: Params;
  /** What stands in the address, such as the id of the object. */
  path: Record<string, string>;
  /** This company's own address as the caller wrote it, for links in answers. */
  baseUrl: string;
};

/** Carries the call out and gives the object to answer with; an ApiError is an answer as well. */
export type Prepared = { operation?: Operation; execute: () => unknown };

export type Route = {
  operation: Operation;
  schema: SchemaName;
  /** Whether a publishable key may call it; with one, the call has to ask for a client secret. */
  isForBrowsers?: boolean;
  prepare: (call: Call) => Prepared;
};

export type Desk = { store: Store; faults: Faults; clock: Clock };

const FORM = { depth: 20, arrayLimit: 200, parameterLimit: 1000 } as const;
const FormText = z.string().default('');
const Path = z.record(z.string(), z.string());

function paramsOf(request: FastifyRequest): Params {
  if (request.method === 'POST') return qs.parse(FormText.parse(request.body ?? ''), FORM);
  const [, query = ''] = request.url.split('?');
  return qs.parse(query, FORM);
}

/** What only a browser sends beside the parameters of the SDK; taken out before they are checked. */
function takeClientSecret(caller: Caller, params: Params): Record<string, string> {
  if (!caller.isPublishable) return {};
  const { client_secret: given } = params;
  delete params['client_secret'];
  return typeof given === 'string' ? { client_secret: given } : {};
}

const METHOD_DATA = requestSchema('payment_methods/create');

/** Browsers send card numbers where a server's types have no place for them. */
function checkCall({ schema }: Route, { isPublishable }: Caller, params: Params): Params {
  const { payment_method_data: data, ...rest } = params;
  if (!isPublishable || typeof data !== 'object' || data === null) {
    checkParams(requestSchema(schema), params);
    return params;
  }
  const typed = { ...data };
  checkParams(METHOD_DATA, typed);
  checkParams(requestSchema(schema), rest);
  return { ...rest, payment_method_data: typed };
}

type Understood = { call: Call; keyed: KeyedRequest | null };

function understand(desk: Desk, request: FastifyRequest, route: Route): Understood {
  const { store } = desk;
  const caller = callerOf(store, request);
  if (route.isForBrowsers !== true) requireSecretKey(caller);
  const params = paramsOf(request);
  const clientSecret = takeClientSecret(caller, params);
  const [url = ''] = request.url.split('?');
  const keyed = keyedRequest({
    account: caller.account.id,
    key: request.method === 'POST' ? idempotencyKeyOf(request) : undefined,
    path: url,
    params,
  });
  const checked = checkCall(route, caller, params);
  checkExpand(checked['expand']);
  const path = { ...Path.parse(request.params ?? {}), ...clientSecret };
  const baseUrl = `${ownUrl(request)}/stripe`;
  const isFromOwnPage = isOwnPage(request);
  return { call: { store, ...caller, isFromOwnPage, params: checked, path, baseUrl }, keyed };
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  return z.string().min(1).optional().parse(headers['idempotency-key']);
}

function carryOut({ store, params }: Call, execute: () => unknown): Answer {
  try {
    return { status: 200, body: expand(store, execute(), params['expand']) };
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    throw error;
  }
}

type Execution = { understood: Understood; prepared: Prepared; operation: Operation };

/**
 * With a key it is carried out once, however often it is called: that is what the key is for. What
 * is remembered after a breakdown is the breakdown, as documented.
 */
function executor({ understood, prepared, operation }: Execution, fault: Fault | undefined) {
  const { call, keyed } = understood;
  const run = () => carryOut(call, prepared.execute);
  if (keyed === null) return run;
  const isLate = fault?.fault === 'execute_late';
  let begun = isLate ? beginRequest(call.store, keyed, operation) : undefined;
  let done: Answer | undefined;
  return () => {
    if (done !== undefined) return done;
    begun ??= beginRequest(call.store, keyed, operation);
    done = run();
    rememberAnswer(call.store, begun, fault?.fault === 'http_500_after' ? BROKEN : done);
    return done;
  };
}

export function serve(desk: Desk, route: Route) {
  // Named here so that a missing schema is found when the program starts.
  requestSchema(route.schema);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'request-id': newId('req'), 'stripe-version': versionOf(request) });
    const understood = understand(desk, request, route);
    const { call, keyed } = understood;
    const { id: merchantId } = call.account;
    const exchange = { request, reply, clock: desk.clock, broken: BROKEN };
    const accident = (operation: Operation) =>
      desk.faults.take({ processor: 'stripe', operation, merchantId });

    const replay = keyed === null ? undefined : replayOf(call.store, keyed);
    if (replay !== undefined) {
      return answer({ ...exchange, fault: accident(replay.operation) }, () => replay.answer);
    }
    const prepared = route.prepare(call);
    const operation = prepared.operation ?? route.operation;
    const fault = accident(operation);
    const execute = executor({ understood, prepared, operation }, fault);
    return answer({ ...exchange, fault }, execute);
  };
}
