/**
 * Tests the fields that a public link may show against an allowlist, so that new fields stay hidden until listed
 * (R4).
 */
import { describe, expect, it } from 'vitest';
import { companySchema } from './companies/portal-schemas.ts';
import { publicCustomerSchema } from './customers/portal-schemas.ts';
import { companyDomainSchema, linkTokenSchema } from './ids.ts';
import { publicInvoiceSchema, publicTransactionSchema } from './invoices/portal-schemas.ts';
import { methodLineSchema } from './methods/portal-schemas.ts';

function toFields(schema: { shape: object }): string {
  return Object.keys(schema.shape).toSorted().join(' ');
}

describe('Answers to the holder of a public link (R4)', () => {
  it("a public link shows only the customer's first name, and uses the customer's language", () => {
    expect(toFields(publicCustomerSchema)).toBe('firstName language');
  });

  it('a public response drops fields outside the public schema', () => {
    const shown = { firstName: 'Ada', language: null };
    const whole = { ...shown, lastName: 'L', emailPrimary: { value: 'ada@example.com' } };
    expect(publicCustomerSchema.parse(whole)).toEqual(shown);
  });

  it('a public invoice has no id, internal reference or payments', () => {
    const fields = toFields(publicInvoiceSchema).split(' ');
    for (const secret of ['id', 'internalRef', 'payments', 'customer', 'paymentMethod'])
      expect(fields).not.toContain(secret);
  });

  it('a public transaction has its amount, fee, credit, date, kind, status and waiting time', () => {
    expect(toFields(publicTransactionSchema)).toBe(
      'amount createdAt credit debit fee method outcome pending refund status type',
    );
  });

  it('a public method has its kind, brand and last four digits', () => {
    expect(toFields(methodLineSchema)).toBe('brand id last4 type');
  });

  it('a public company has no secret and no private key', () => {
    expect(toFields(companySchema)).not.toMatch(/secret|apiKey|private|webhook/i);
  });
});

describe('Identifiers', () => {
  it.each(['harbor', 'a', 'north-pier-2', 'x'.repeat(64)])(
    '%s is accepted as a domain',
    (domain) => {
      expect(companyDomainSchema.safeParse(domain).success).toBe(true);
    },
  );

  it.each(['', '-harbor', 'harbor-', 'Harbor', 'har bor', '../x', 'x'.repeat(65), 'hafen.de'])(
    '%j is refused as a domain',
    (domain) => {
      expect(companyDomainSchema.safeParse(domain).success).toBe(false);
    },
  );

  it('a link token is 160 random bits: 32 characters of base32 (R4)', () => {
    expect(linkTokenSchema.safeParse('abcdefghijklmnopqrstuvwxyz234567').success).toBe(true);
    expect(linkTokenSchema.safeParse('a'.repeat(58)).success).toBe(true);
    for (const token of [
      'abc',
      'a'.repeat(31),
      'a'.repeat(33),
      'a'.repeat(57),
      `${'a'.repeat(31)}1`,
    ])
      expect(linkTokenSchema.safeParse(token).success).toBe(false);
  });
});
