/** The comparison of calls with the OpenAPI document detects undocumented behavior. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createProvider, type Provider } from '../../world/provider-client.ts';
import { useWorld } from '../../world/world.ts';
import { type Exchange, type FaultsIn, faultsAt } from './openapi-traffic.ts';

const CUSTOMER = { customerRef: 'T-1', firstName: 'Ada', lastName: 'Pine' };

let call: Provider;
let faultsIn: FaultsIn;
let created: Answer;
let missing: Answer;

const world = useWorld();

beforeAll(async () => {
  call = await createProvider(world, await world.company());
  faultsIn = await faultsAt(world.url);
  created = await call('POST', '/customers', { body: CUSTOMER });
  missing = await call('GET', '/customers/3f6c1f0a-9f0e-4c8e-8a53-0d6f5a1e7b21');
});

function creation(changes: { sent?: object; answer?: object; status?: number } = {}): Exchange {
  const { headers, body, status } = created;
  return {
    method: 'POST',
    path: '/customers',
    sent: { body: { ...CUSTOMER, ...changes.sent }, headers: new Headers() },
    answer: { status: changes.status ?? status, headers, body: { ...body, ...changes.answer } },
  };
}

function reading(answer: Partial<Answer>, query = ''): Exchange {
  const path = `/customers/${created.body.id}${query}`;
  return {
    method: 'GET',
    path,
    sent: { headers: new Headers() },
    answer: { ...missing, ...answer },
  };
}

describe('A call that differs from the OpenAPI document is noticed', () => {
  it('calls that match the OpenAPI document are accepted', () => {
    expect(faultsIn(creation())).toEqual([]);
    expect(faultsIn(reading({}))).toEqual([]);
  });

  it.each([
    ['a field of the wrong type', { createdAt: 'yesterday' }, 'answer/createdAt'],
    ['a field that is not documented', { password: 'x' }, 'additional properties'],
    ['a missing field', { customerRef: undefined }, "'customerRef'"],
    ['a value that is not listed', { type: 'robot' }, 'answer/type'],
  ])('a response that differs in %s is detected', (_, answer, fault) => {
    expect(faultsIn(creation({ answer })).join('\n')).toContain(fault);
  });

  it('a response that differs in its status, a header or its media type is detected', () => {
    expect(faultsIn(creation({ status: 200 }))).toEqual([
      'createCustomer: status 200 is not documented',
    ]);
    const bare = new Headers({ 'content-type': 'application/problem+json' });
    expect(faultsIn(reading({ headers: bare }))).toEqual([
      'getCustomer: header Request-Id is missing',
    ]);
    const plain = new Headers({ 'content-type': 'text/html' });
    expect(faultsIn(reading({ headers: plain }))).toEqual([
      'getCustomer: text/html is not documented for 404',
    ]);
  });

  it('an error code that is not listed for the call is detected', () => {
    const body = { ...missing.body, code: 'ACCOUNT_NOT_FOUND' };
    expect(faultsIn(reading({ body })).join('\n')).toContain('answer/code');
  });

  it('a successful call with an undocumented body or query is detected', () => {
    expect(faultsIn(creation({ sent: { surprise: true } })).join('\n')).toContain('body');
    expect(faultsIn(creation({ sent: { customerRef: 7 } })).join('\n')).toContain('body');
    const found = { ...created, status: 200 };
    expect(faultsIn(reading(found, '?limit=5'))).toEqual([
      'getCustomer: query limit is not documented',
    ]);
  });

  it('an undocumented call is detected', () => {
    const { sent, answer } = creation();
    expect(faultsIn({ method: 'GET', path: '/secrets', sent, answer })).toEqual([
      'GET /secrets is not documented',
    ]);
  });

  it('a call that differs from the OpenAPI document fails its test', async () => {
    await expect(call('GET', '/customers?limit=2')).resolves.toMatchObject({ status: 200 });
    await expect(call('GET', '/openapi.json')).rejects.toThrow('is not documented');
  });
});
