// Tokenizes cards and accounts (PayEngine's "gw" service). Callers are the frames of the secure fields, or a server
// with its private key (documented for tests only). The brand, last four digits and scenario are stored, never the
// number.
import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRoutingNumber, passesLuhn } from '../../check-digits.ts';
import { isOwnPage } from '../../own-origin.ts';
import { parseInput, Refusal } from '../../refusal.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '../../scenarios.ts';
import { requireOwn, requirePrivateKey, requireTokenMaker } from '../merchants.ts';
import type { PreparedOperation } from '../operation.ts';
import { isExpired } from '../payments/host.ts';
import { hash, type Merchant, type Store, type Token } from '../store.ts';
import { demoToken } from './demo-methods.ts';

const Text = z.string().trim().min(1).max(100);

const CardBody = z.strictObject({
  card_number: z.string().transform((text) => text.replace(/[ -]/g, '')),
  card_exp: z.string().regex(/^(0[1-9]|1[0-2])\/20\d{2}$/, 'must look like MM/YYYY'),
  card_cvc: z.string().regex(/^\d{3,4}$/, 'must have three or four digits'),
  card_holder: Text,
  merchant_id: Text.optional(),
  manuallyEntered: z.boolean().optional(),
  email: z.email().optional(),
  phone_number: z.strictObject({ cc: Text, subscriber: Text }).optional(),
  address_line_1: Text.optional(),
  address_line_2: Text.optional(),
  address_city: Text.optional(),
  address_state: Text.optional(),
  address_country: Text.optional(),
  address_zip: Text.optional(),
});
type CardBody = z.infer<typeof CardBody>;

const BankBody = z
  .strictObject({
    routing_number: z.string().refine(isRoutingNumber, 'is not a routing number'),
    account_number: z.string().regex(/^\d{6,17}$/, 'must have six to seventeen digits'),
    first_name: Text.optional(),
    last_name: Text.optional(),
    business_name: Text.optional(),
    account_type: z.enum(['checking', 'savings']).optional(),
    merchant_id: Text.optional(),
  })
  .refine(
    (body) => body.business_name !== undefined || (body.first_name && body.last_name),
    'A first and last name or a business name is required',
  );
type BankBody = z.infer<typeof BankBody>;

/** A public key is accepted only from the secure fields; other callers need the private key. */
function readCaller(store: Store, request: FastifyRequest): Merchant {
  return isOwnPage(request) ? requireTokenMaker(store, request) : requirePrivateKey(store, request);
}

type Keep = Pick<Token, 'instrument' | 'email'> & {
  store: Store;
  merchant: Merchant;
  prefix: string;
};

function keep({ store, merchant, prefix, instrument, email }: Keep): string {
  const token = `${prefix}${randomBytes(12).toString('hex')}`;
  const hint = `${prefix}…${token.slice(-4)}`;
  const { merchantId } = merchant;
  store.tokens.put({ hash: hash(token), hint, merchantId, spent: false, email, instrument });
  return token;
}

function readCard(store: Store, body: CardBody) {
  if (!passesLuhn(body.card_number)) throw new Refusal(400, 'card_number: is not valid');
  const card = TEST_CARDS.find((candidate) => candidate.number === body.card_number);
  // Real card data does not belong in a sandbox.
  if (card === undefined) throw new Refusal(400, 'Only test cards work in the sandbox');
  if (body.card_cvc.length !== (card.brand === 'amex' ? 4 : 3)) {
    throw new Refusal(400, 'card_cvc: is not valid');
  }
  const [month, year] = body.card_exp.split('/');
  const expiry = { expMonth: Number(month), expYear: Number(year) };
  if (isExpired(expiry, store.clock)) throw new Refusal(400, 'card_exp: is in the past');
  return { card, ...expiry };
}

export function prepareCard(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = readCaller(store, request);
  const body = parseInput(CardBody, request.body);
  if (body.merchant_id !== undefined) requireOwn(merchant, body.merchant_id);
  const { card, expMonth, expYear } = readCard(store, body);
  const { brand, scenario } = card;
  const last4 = card.number.slice(-4);
  const execute = () => {
    const id = randomUUID();
    const token = keep({
      store,
      merchant,
      prefix: 'card_sandbox_',
      email: body.email ?? null,
      instrument: { kind: 'card', id, brand, last4, expMonth, expYear, scenario },
    });
    const cardData = { id, last_4: last4, exp_month: expMonth, exp_year: expYear, brand };
    const data = { env: 'sandbox', token, card_data: cardData };
    return { status: 200, body: { message: 'Card created', data } };
  };
  return { merchant, execute };
}

function readAccount(body: BankBody) {
  const account = TEST_ACCOUNTS.find((candidate) => candidate.number === body.account_number);
  if (account === undefined) throw new Refusal(400, 'Only test accounts work in the sandbox');
  return account;
}

export function prepareBankAccount(store: Store, request: FastifyRequest): PreparedOperation {
  const merchant = readCaller(store, request);
  const body = parseInput(BankBody, request.body);
  if (body.merchant_id !== undefined) requireOwn(merchant, body.merchant_id);
  const { number, returnCode } = readAccount(body);
  const last4 = number.slice(-4);
  const execute = () => {
    const id = randomUUID();
    const token = keep({
      store,
      merchant,
      prefix: 'ba_sandbox_',
      email: null,
      instrument: { kind: 'bank', id, last4, routingNumber: body.routing_number, returnCode },
    });
    const createdAt = new Date(store.clock.now()).toISOString();
    const { first_name, last_name } = body;
    const data = { env: 'sandbox', id, first_name, last_name, last_4: last4, token };
    const answered = { message: 'Bank account created', data: { ...data, created_at: createdAt } };
    return { status: 200, body: answered };
  };
  return { merchant, execute };
}

/** Used and unknown tokens, and those of other merchants, are rejected with the same error. */
export function findToken(store: Store, merchant: Merchant, token: string): Token {
  const found = store.tokens.get(hash(token)) ?? demoToken(merchant, token);
  if (found === undefined || found.merchantId !== merchant.merchantId || found.spent) {
    throw new Refusal(400, 'Token not found');
  }
  return found;
}

const CardParams = z.object({ id: z.string() });
const CardChange = z.strictObject({
  email: z.email().optional(),
  phone_number: z.strictObject({ cc: Text, subscriber: Text }).optional(),
});

function cardAnswer({ instrument, email }: Token) {
  if (instrument.kind !== 'card') throw new Refusal(404, 'Card not found');
  const { id, brand, last4, expMonth, expYear } = instrument;
  return { id, brand, last_4: last4, exp_month: expMonth, exp_year: expYear, email };
}

/** Lookup by card id is documented; lookup by token is a guess. */
function findCard(store: Store, request: FastifyRequest) {
  const merchant = requirePrivateKey(store, request);
  const { id } = parseInput(CardParams, request.params);
  const token =
    store.tokens.all().find((each) => each.instrument.id === id || each.hash === hash(id)) ??
    demoToken(merchant, id);
  if (token?.merchantId !== merchant.merchantId) throw new Refusal(404, 'Card not found');
  return { merchant, token };
}

export function prepareCardLookup(store: Store, request: FastifyRequest): PreparedOperation {
  const { merchant, token } = findCard(store, request);
  return { merchant, execute: () => ({ status: 200, body: { data: cardAnswer(token) } }) };
}

export function prepareCardChange(store: Store, request: FastifyRequest): PreparedOperation {
  const { merchant, token } = findCard(store, request);
  const { email = token.email } = parseInput(CardChange, request.body);
  const execute = () => {
    const changed = store.tokens.put({ ...token, email });
    return { status: 200, body: { data: cardAnswer(changed) } };
  };
  return { merchant, execute };
}

/** DELETE /api/cards/:id and /api/bank-accounts/:id: the token can no longer be charged. */
export function prepareRemoval(store: Store, request: FastifyRequest): PreparedOperation {
  const { merchant, token } = findCard(store, request);
  if (token.spent) throw new Refusal(404, 'Token not found');
  const isCard = token.instrument.kind === 'card';
  const execute = () => {
    store.tokens.put({ ...token, spent: true });
    return { status: 200, body: { message: isCard ? 'Card deleted' : 'Bank account deleted' } };
  };
  return { merchant, execute };
}
