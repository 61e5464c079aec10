// The steps of a call: validate the key, version and parameters; replay a remembered response; prepare the call,
// which may reject it; execute it. Injected faults take effect before execution.
import type { FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { type Answer, answer, type Fault, type Faults, type Operation } from '../../faults.ts';
import { isOwnPage, ownUrl } from '../../own-origin.ts';
import { type Caller, readCaller, requireSecretKey } from '../accounts.ts';
import type { Account, Store } from '../store.ts';
import { ApiError, BROKEN, errorAnswer } from './api-error.ts';
import { checkExpand, expand } from './expand.ts';
import {
  beginRequest,
  type KeyedRequest,
  keyedRequest,
  rememberAnswer,
  toReplay,
} from './idempotency.ts';
import { newId } from './ids.ts';
import {
  checkParams,
  expectSchema,
  type Params,
  requestSchema,
  type SchemaName,
} from './request-schemas.ts';
import { readVersion } from './versions.ts';

export type Call = {
  store: Store;
  account: Account;
  isPublishable: boolean;
  /** The request comes from one of Stripe's own pages. Only there may card numbers be typed. */
  isFromOwnPage: boolean;
  isFromElements: boolean;
  params: Params;
  path: Record<string, string>;
  baseUrl: string;
};

/** `execute` returns the response object. An ApiError is also a response. */
export type PreparedOperation = { operation?: Operation; execute: () => unknown };

export type Route = {
  operation: Operation;
  schema: SchemaName;
  /** A publishable key may make this call, which must then check the client secret. */
  isForBrowsers?: boolean;
  prepare: (call: Call) => PreparedOperation;
};

export type ProcessorContext = { store: Store; faults: Faults; clock: Clock };

const FORM = { depth: 20, arrayLimit: 200, parameterLimit: 1000 } as const;
const FormText = z.string().default('');
const Path = z.record(z.string(), z.string());

/** A file is described by its name and size; its contents are not stored. */
function readForm(form: FormData): Params {
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value
        : { name: value.name, type: value.type, size: String(value.size) },
    ]),
  );
}

function readParams(request: FastifyRequest): Params {
  if (request.body instanceof FormData) return readForm(request.body);
  if (request.method === 'POST') return qs.parse(FormText.parse(request.body ?? ''), FORM);
  const [, query = ''] = request.url.split('?');
  return qs.parse(query, FORM);
}

/** Only browsers send the client secret. It is not part of the SDK's types, so it is removed before validation. */
function takeClientSecret(caller: Caller, params: Params): Record<string, string> {
  if (!caller.isPublishable) return {};
  const { client_secret: given } = params;
  delete params['client_secret'];
  return typeof given === 'string' ? { client_secret: given } : {};
}

/** Browsers send card numbers in a field that the server SDK's types do not have. */
function checkCall({ schema }: Route, { isPublishable }: Caller, params: Params): Params {
  const { payment_method_data: data, ...rest } = params;
  if (!isPublishable || typeof data !== 'object' || data === null) {
    checkParams(requestSchema(schema), params);
    return params;
  }
  const typed = { ...data };
  checkParams(requestSchema('payment_methods/create'), typed);
  checkParams(requestSchema(schema), rest);
  return { ...rest, payment_method_data: typed };
}

type ParsedCall = { call: Call; keyed: KeyedRequest | null };

function parseCall(context: ProcessorContext, request: FastifyRequest, route: Route): ParsedCall {
  const { store } = context;
  const caller = readCaller(store, request);
  if (route.isForBrowsers !== true) requireSecretKey(caller);
  const params = readParams(request);
  const clientSecret = takeClientSecret(caller, params);
  const [url = ''] = request.url.split('?');
  const keyed = keyedRequest({
    account: caller.account.id,
    key: request.method === 'POST' ? readIdempotencyKey(request) : undefined,
    path: url,
    params,
  });
  const checked = checkCall(route, caller, params);
  checkExpand(checked['expand']);
  const path = { ...Path.parse(request.params ?? {}), ...clientSecret };
  const baseUrl = `${ownUrl(request)}/stripe`;
  const isFromOwnPage = isOwnPage(request);
  const isFromElements = isFromOwnPage && request.headers['x-elements'] === 'true';
  const origin = { isFromOwnPage, isFromElements, baseUrl };
  return { call: { store, ...caller, ...origin, params: checked, path }, keyed };
}

function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
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

type Execution = { parsed: ParsedCall; prepared: PreparedOperation; operation: Operation };

/**
 * A call with an idempotency key is executed once, however often it is sent. A 500 is also remembered, as
 * documented.
 */
function executor({ parsed, prepared, operation }: Execution, fault: Fault | undefined) {
  const { call, keyed } = parsed;
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

const refused = (status: number, message: string) => errorAnswer(new ApiError(status, { message }));

export function serve(context: ProcessorContext, route: Route) {
  // Looked up here so that a missing schema is found at startup.
  expectSchema(route.schema);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'request-id': newId('req'), 'stripe-version': readVersion(request) });
    const parsed = parseCall(context, request, route);
    const { call, keyed } = parsed;
    const { id: merchantId } = call.account;
    const exchange = { request, reply, clock: context.clock, broken: BROKEN, refused };
    const takeFault = (operation: Operation) =>
      context.faults.take({ processor: 'stripe', operation, merchantId });

    const replay = keyed === null ? undefined : toReplay(call.store, keyed);
    if (replay !== undefined) {
      return answer({ ...exchange, fault: takeFault(replay.operation) }, () => replay.answer);
    }
    const prepared = route.prepare(call);
    const operation = prepared.operation ?? route.operation;
    const fault = takeFault(operation);
    const execute = executor({ parsed, prepared, operation }, fault);
    return answer({ ...exchange, fault }, execute);
  };
}
