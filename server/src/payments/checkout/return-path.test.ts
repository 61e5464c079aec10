import { describe, expect, it } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { returnPath } from './return-path.ts';

const PORTAL = 'https://portal.test';

describe('The page a payer returns to (product §7)', () => {
  it.each(['/', '/harbor/invoices', '/harbor/invoices/HD-1?tab=plan#paid'])(
    'the return page of a payer can be %s',
    (path) => {
      expect(returnPath(PORTAL, path)).toBe(path);
    },
  );

  it.each([
    '',
    'harbor',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/harbor\\..',
    '/a b',
    '/\tevil',
    '/\n/evil.test',
    'javascript:alert(1)',
    '/ünïcode',
  ])('the return page is never %j', (path) => {
    expect(() => returnPath(PORTAL, path)).toThrow(AppError);
  });
});
