/** Origin and cookie checks for browser requests (R20, R21). */
import { describe, expect, it } from 'vitest';
import { cookieOptions, readCookie } from './cookie-names.ts';
import { isSameOrigin } from './same-origin.ts';

const PUBLIC_URL = 'https://pay.example.com';

describe('Same-origin requests', () => {
  it.each([
    [{}],
    [{ 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://pay.example.com', host: '10.0.0.7:3000' }],
    [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  ])('a request with the headers %j is same-origin', (headers) =>
    expect(isSameOrigin(headers, PUBLIC_URL)).toBe(true),
  );

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ origin: 'https://elsewhere.example', host: 'pay.example.com' }],
    [{ origin: 'null', host: 'pay.example.com' }],
    [{ origin: 'https://pay.example.com.evil.example', host: 'pay.example.com' }],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://pay.example.com' }],
  ])('a request with the headers %j is not same-origin', (headers) =>
    expect(isSameOrigin(headers, PUBLIC_URL)).toBe(false),
  );
});

describe('Cookies', () => {
  it.each([
    ['AccessToken=abc', 'abc'],
    ['a=1; AccessToken=abc; b=2', 'abc'],
    ['XAccessToken=abc', null],
    ['AccessToken=', null],
    ['AccessToken=abc; AccessToken=def', null],
    ['', null],
  ])('the cookie header "%s" is parsed as %s', (header, value) => {
    expect(readCookie(header, 'AccessToken')).toBe(value);
  });

  it.each([
    ['https://pay.example.com', true],
    ['http://pay.example.com', true],
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:3000', false],
  ])('a cookie for %s has the Secure attribute: %s', (publicUrl, isSecure) => {
    expect(cookieOptions(publicUrl).secure).toBe(isSecure);
  });
});
