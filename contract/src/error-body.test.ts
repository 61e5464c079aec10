import { describe, expect, it } from 'vitest';
import { apiErrorSchema } from './errors.ts';

describe('The body of a failed call', () => {
  it('a failed call carries its code as the message', () => {
    const body = { success: false, message: 'AMOUNT_CHANGED', details: { payable: {} } };
    expect(apiErrorSchema.parse(body)).toEqual(body);
    expect(apiErrorSchema.safeParse({ success: true, message: 'X' }).success).toBe(false);
  });
});
