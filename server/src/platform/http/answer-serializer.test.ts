import { ROUTES } from '@quittance/contract/portal-routes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toSerializer } from './answer-serializer.ts';

const toAnswer = (schema: z.ZodType, value: unknown): unknown =>
  JSON.parse(toSerializer(schema)(value));

describe('Serialization of a response by its schema', () => {
  const person = z.object({ name: z.string(), phone: z.string().optional() });

  it.each([
    ['an object', person, { name: 'Ada', bornOn: '1990-01-01' }, { name: 'Ada' }],
    [
      'an object in it',
      z.object({ person }),
      { person: { name: 'Ada', secret: 1 } },
      { person: { name: 'Ada' } },
    ],
    ['the items of a list', z.array(person), [{ name: 'Ada', secret: 1 }], [{ name: 'Ada' }]],
    ['an object that may be null', person.nullable(), { name: 'Ada', secret: 1 }, { name: 'Ada' }],
    [
      'one of several objects',
      z.union([person, z.object({ company: z.string() })]),
      { company: 'Harbor', secret: 1 },
      { company: 'Harbor' },
    ],
    [
      'the values of a record',
      z.record(z.string(), person),
      { first: { name: 'Ada', secret: 1 } },
      { first: { name: 'Ada' } },
    ],
  ])('a response omits fields that are not in the schema, in %s', (_where, schema, value, sent) => {
    expect(toAnswer(schema, value)).toEqual(sent);
  });

  it('a response keeps null and omits undefined values', () => {
    const schema = z.object({ note: z.string().nullable(), phone: z.string().optional() });
    expect(toAnswer(schema, { note: null, phone: undefined })).toEqual({ note: null });
  });

  it('a response contains values in the form that the schema outputs', () => {
    const schema = z.object({
      at: z.codec(z.iso.datetime(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString(),
      }),
    });
    const at = '2026-11-15T00:00:00.000Z';
    expect(toAnswer(schema, { at: new Date(at) })).toEqual({ at });
  });

  it('the serializer supports the responses of every route', () => {
    for (const { answer } of Object.values(ROUTES)) {
      if (answer) expect(toSerializer(answer)).toBeInstanceOf(Function);
    }
  });
});
