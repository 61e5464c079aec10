/**
 * A server that implements part of Stripe's API: few parameters, no search index, no lists by time, no idempotency
 * keys, plain errors. It stands for any gateway that copies Stripe.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

export const SECRET_KEY = 'sk_test_another_server';
export const WEBHOOK_SECRET = 'whsec_another_server';

export const METHODS = { pays: 'pm_pays', declined: 'pm_declined' } as const;

const PARAMETERS: Readonly<Record<string, RegExp>> = {
  '/v1/customers': /^(name|email|metadata\[\w+\])$/,
  '/v1/payment_intents':
    /^(amount|currency|confirm|customer|off_session|payment_method|(payment_method_types|metadata|expand)\[\w+\])$/,
  '/v1/refunds': /^(payment_intent|amount|metadata\[\w+\])$/,
};

type Form = URLSearchParams;
type Answer = { status: number; body: unknown };
type Intent = { id: string; status: string } & Record<string, unknown>;

function refused(status: number, error: object): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } } };
}

function toMetadata(form: Form): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function signed(event: object) {
  const rawBody = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${rawBody}`);
  return { rawBody, headers: { 'stripe-signature': `t=${timestamp},v1=${digest.digest('hex')}` } };
}

function createBooks() {
  const intents: Intent[] = [];
  const customers: Record<string, unknown>[] = [];
  const events: ReturnType<typeof signed>[] = [];
  const announce = (type: string, object: object) =>
    events.push(signed({ id: `evt_${randomUUID()}`, type, data: { object } }));

  function pay(form: Form): Answer {
    const isDeclined = form.get('payment_method') === METHODS.declined;
    const error = { code: 'card_declined', message: 'Your card was declined.' };
    const intent: Intent = {
      id: `pi_${randomUUID()}`,
      created: Math.floor(Date.now() / 1000),
      amount: Number(form.get('amount')),
      currency: form.get('currency'),
      customer: form.get('customer'),
      metadata: toMetadata(form),
      status: isDeclined ? 'requires_payment_method' : 'succeeded',
      last_payment_error: isDeclined ? error : null,
      payment_method: { card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 } },
    };
    intents.unshift(intent);
    announce(`payment_intent.${isDeclined ? 'payment_failed' : 'succeeded'}`, intent);
    return isDeclined ? refused(402, error) : { status: 200, body: intent };
  }

  function addCustomer(form: Form): Answer {
    const { name, email } = Object.fromEntries(form);
    const customer = { id: `cus_${randomUUID()}`, name, email, metadata: toMetadata(form) };
    customers.push(customer);
    return { status: 200, body: customer };
  }

  function giveBack(form: Form): Answer {
    const intent = intents.find(({ id }) => id === form.get('payment_intent'));
    if (intent?.status !== 'succeeded') return refused(400, { message: 'Nothing to give back' });
    return { status: 200, body: { id: `re_${randomUUID()}`, status: 'succeeded' } };
  }

  function read({ pathname, searchParams }: URL): Answer {
    if (pathname !== '/v1/payment_intents') {
      const found = intents.find(({ id }) => pathname === `/v1/payment_intents/${id}`);
      return found ? { status: 200, body: found } : refused(404, { message: 'Not Found' });
    }
    const isKnown = [...searchParams.keys()].every((name) =>
      /^(limit|starting_after|expand)/.test(name),
    );
    if (!isKnown) return refused(400, { message: 'Unexpected parameter' });
    const start = intents.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1;
    const data = intents.slice(start, start + Number(searchParams.get('limit') ?? 10));
    const has_more = start + data.length < intents.length;
    return { status: 200, body: { object: 'list', data, has_more } };
  }

  const endpoints = new Map([
    ['/v1/customers', addCustomer],
    ['/v1/payment_intents', pay],
    ['/v1/refunds', giveBack],
  ]);

  function write({ pathname }: URL, form: Form): Answer {
    const unknown = [...form.keys()].filter((name) => !PARAMETERS[pathname]?.test(name));
    if (unknown.length > 0) return refused(400, { message: `Unexpected ${unknown.join(', ')}` });
    return endpoints.get(pathname)?.(form) ?? refused(404, { message: 'Not Found' });
  }

  return { intents, customers, events, read, write };
}

export async function startCompatibleServer() {
  const books = createBooks();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isKnown = request.headers.authorization === `Bearer ${SECRET_KEY}`;
    const answer = !isKnown
      ? refused(401, { message: 'Unauthorized' })
      : request.method === 'POST'
        ? books.write(url, await readForm(request))
        : books.read(url);
    const isPage = request.method === 'GET' && url.pathname === '/v1/disputes';
    response.writeHead(answer.status, {
      'content-type': isPage ? 'text/plain' : 'application/json',
    });
    response.end(isPage ? '404: Not Found' : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    ...books,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
