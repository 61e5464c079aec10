/** Getting in and out, and what the doors look like. */

import { findCompanyBrand, readCompanyBrand } from '../../access/find-company.ts';
import { askForLink } from '../../access/request-link.ts';
import { askForSignIn, nonceFor } from '../../access/request-sign-in.ts';
import { SIGN_IN_MS } from '../../access/send-sign-in.ts';
import { SESSION_ABSOLUTE_MS } from '../../access/session.ts';
import {
  continueSession,
  type Entrance,
  signInByCode,
  signInByLink,
} from '../../access/sign-in.ts';
import { signOut } from '../../access/sign-out.ts';
import { AppError } from '../../errors.ts';
import type { Call, Handlers } from '../call.ts';

type Door = Pick<Call<'signIn'>, 'cookies' | 'clientAddress' | 'userAgent'>;

function browserOf({ cookies, clientAddress, userAgent }: Door) {
  return {
    nonce: cookies.nonce,
    sessionCookie: cookies.session,
    visitor: { address: clientAddress, userAgent },
  };
}

function letIn({ cookies }: Door, { answer, cookie }: Entrance) {
  cookies.set('session', cookie, SESSION_ABSOLUTE_MS);
  cookies.clear('nonce');
  return answer;
}

/** A cookie comes along with whatever another site makes a browser send. */
function requireOwnPage({ isOwnPage }: Pick<Call<'signIn'>, 'isOwnPage'>): void {
  if (!isOwnPage) throw new AppError('UNAUTHORIZED');
}

/** Nothing of the customer stays in the browser: neither cookie nor what pages have stored. */
function forget({ cookies, setHeader }: Pick<Call<'signOut'>, 'cookies' | 'setHeader'>): void {
  cookies.clear('session');
  setHeader('clear-site-data', '"cache", "storage"');
}

export const accessHandlers = {
  signIn: async (deps, call) => {
    requireOwnPage(call);
    const { token, domain } = call.query;
    if (token === undefined) {
      return continueSession(deps, { domain, cookie: call.cookies.session });
    }
    return letIn(call, await signInByLink(deps, { token, domain }, browserOf(call)));
  },
  signInByCode: async (deps, call) => {
    requireOwnPage(call);
    const { domain, code: typed, token } = call.body;
    return letIn(call, await signInByCode(deps, { domain, typed, token }, browserOf(call)));
  },
  signOut: async (deps, call) => {
    await signOut(deps, call.principal, 'here');
    forget(call);
    return { success: true };
  },
  signOutEverywhere: async (deps, call) => {
    await signOut(deps, call.principal, 'everywhere');
    forget(call);
    return { success: true };
  },
  sendSignInMail: async (deps, { params, body, cookies }) => {
    const nonce = nonceFor(deps, cookies.nonce);
    await askForSignIn(deps, { domain: body.domain, typed: body.email, id: params.id, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  resolveInvoice: async (deps, { body, cookies }) => {
    const nonce = nonceFor(deps, cookies.nonce);
    await askForLink(deps, { ...body, nonce });
    cookies.set('nonce', nonce, SIGN_IN_MS);
    return { success: true };
  },
  findCompany: async (deps, { query }) => ({
    success: true,
    company: await findCompanyBrand(deps, query.name),
  }),
  companyBrand: async (deps, { params }) => ({
    success: true,
    company: await readCompanyBrand(deps, params.company),
  }),
} satisfies Handlers;
