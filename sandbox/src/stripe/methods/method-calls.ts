// The calls for payment methods and confirmation tokens. Browsers create them from typed details;
// servers use the published test tokens.
import { z } from 'zod';
import { invalid, missing } from '../api/api-error.ts';
import { listAnswer } from '../api/lists.ts';
import type { Call, PreparedOperation } from '../api/operation.ts';
import { FUTURE_USAGES } from '../store.ts';
import { makeConfirmationToken, toConfirmationToken } from './confirmation-tokens.ts';
import { findCustomer } from './customers.ts';
import { confirmationTokenAnswer, mandateAnswer, paymentMethodAnswer } from './method-answers.ts';
import {
  attach,
  detach,
  Filter,
  findMethod,
  requireAttachable,
  requireUsable,
  sourceOfData,
  sourceOfId,
  toMethods,
} from './methods.ts';

export function createMethod(call: Call): PreparedOperation {
  const source = sourceOfData(call, call.params);
  return { execute: () => paymentMethodAnswer(source.make()) };
}

export function retrieveMethod(call: Call): PreparedOperation {
  const method = findMethod(call, call.path['id'] ?? '');
  return { execute: () => paymentMethodAnswer(method) };
}

const UpdateParams = z.object({
  us_bank_account: z
    .object({
      account_holder_type: z.enum(['individual', 'company']).optional(),
      account_type: z.enum(['checking', 'savings']).optional(),
    })
    .optional(),
});

/** Stripe lets a server change several details; only those of a bank account are simulated. */
export function updateMethod(call: Call): PreparedOperation {
  const method = findMethod(call, call.path['id'] ?? '');
  const { us_bank_account: account } = UpdateParams.parse(call.params);
  const { instrument } = method;
  if (account && instrument.kind !== 'bank') {
    throw invalid('You cannot update `us_bank_account` of this type of payment method.', {
      param: 'us_bank_account',
    });
  }
  if (method.customer === null) {
    throw invalid('You must save this PaymentMethod to a customer before you can update it.');
  }
  const execute = () => {
    if (instrument.kind !== 'bank') return paymentMethodAnswer(method);
    const holderType = account?.account_holder_type ?? instrument.holderType;
    const accountType = account?.account_type ?? instrument.accountType;
    const changed = { ...method, instrument: { ...instrument, holderType, accountType } };
    return paymentMethodAnswer(call.store.paymentMethods.put(changed));
  };
  return { execute };
}

const AttachParams = z.object({ customer: z.string().optional() });

export function attachMethod(call: Call): PreparedOperation {
  const { customer } = AttachParams.parse(call.params);
  if (customer === undefined) {
    throw invalid('Missing required param: customer.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  }
  const owner = findCustomer(call, customer, 'customer');
  const source = sourceOfId(call, call.path['id'] ?? '');
  const execute = () => {
    requireAttachable(call.store, source.preview);
    const method = source.make();
    requireUsable(method);
    if (method.customer !== null && method.customer !== owner.id) {
      const code = 'payment_method_unexpected_state';
      throw invalid('The payment method is already attached to another customer.', { code });
    }
    return paymentMethodAnswer(attach(call.store, method, owner.id));
  };
  return { execute };
}

export function detachMethod(call: Call): PreparedOperation {
  const method = findMethod(call, call.path['id'] ?? '');
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      { code: 'payment_method_unexpected_state' },
    );
  }
  return { execute: () => paymentMethodAnswer(detach(call.store, method)) };
}

/** The sandbox has one mandate per bank account, named after it. */
export function retrieveMandate(call: Call): PreparedOperation {
  const id = call.path['id'] ?? '';
  const method = findMethod(call, id.replace(/^mandate_/, 'pm_'));
  return { execute: () => mandateAnswer(method) };
}

export function listMethods(call: Call): PreparedOperation {
  const { customer: inAddress } = call.path;
  const given = Filter.parse(call.params);
  const filter = inAddress === undefined ? given : { ...given, customer: inAddress };
  if (filter.customer !== undefined) {
    findCustomer(call, filter.customer, inAddress === undefined ? 'customer' : 'id');
  }
  const url = inAddress ? `/v1/customers/${inAddress}/payment_methods` : '/v1/payment_methods';
  const rows = toMethods(call, filter);
  return { execute: () => listAnswer(call, { url, rows, show: paymentMethodAnswer }) };
}

const TokenParams = z.object({
  payment_method: z.string().optional(),
  payment_method_data: z.unknown().optional(),
  return_url: z.string().optional(),
  setup_future_usage: z.enum(FUTURE_USAGES).optional(),
});

/** Serves both browsers (/v1/confirmation_tokens) and server tests (/v1/test_helpers/…). */
export function createConfirmationToken(call: Call): PreparedOperation {
  const { payment_method, payment_method_data, ...rest } = TokenParams.parse(call.params);
  if ((payment_method === undefined) === (payment_method_data === undefined)) {
    throw invalid('You must provide one of payment_method or payment_method_data.', {
      code: 'parameter_missing',
      param: 'payment_method_data',
    });
  }
  const source =
    payment_method === undefined
      ? sourceOfData(call, payment_method_data)
      : sourceOfId(call, payment_method);
  const method = call.store.paymentMethods.get(payment_method ?? '');
  const execute = () => {
    const token = makeConfirmationToken(call, {
      draft: method === undefined ? source.preview : null,
      paymentMethod: method?.id ?? null,
      returnUrl: rest.return_url ?? null,
      setupFutureUsage: rest.setup_future_usage ?? null,
    });
    return confirmationTokenAnswer(token, method);
  };
  return { execute };
}

export function retrieveConfirmationToken(call: Call): PreparedOperation {
  const id = call.path['id'] ?? '';
  const token = toConfirmationToken(call, id);
  if (token === undefined) throw missing('confirmation_token', id);
  const method = call.store.paymentMethods.get(token.paymentMethod ?? '');
  return { execute: () => confirmationTokenAnswer(token, method) };
}
