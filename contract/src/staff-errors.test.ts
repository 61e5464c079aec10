import { expect, it } from 'vitest';
import { STAFF_ERRORS } from './staff-errors.ts';

it('errors of staff have these statuses and texts (product §8)', () => {
  const said = Object.entries(STAFF_ERRORS).map(([code, { status, message }]) => [
    code,
    status,
    message,
  ]);
  expect(said).toEqual([
    ['ROLE_NOT_ALLOWED', 403, "Your role doesn't allow this. Ask an owner of your team."],
    ['SECOND_FACTOR_REQUIRED', 403, 'Please confirm with your passkey to continue.'],
    [
      'RECENT_SIGN_IN_REQUIRED',
      403,
      'For your security, please sign in again by email to add your first passkey.',
    ],
    ['PASSKEY_MISSING', 409, 'Please add a passkey first.'],
    [
      'PASSKEY_NOT_VERIFIED',
      422,
      "This passkey couldn't be verified. Please try again, or use another one.",
    ],
    ['PASSKEYS_MAX', 409, 'You can have up to 10 passkeys.'],
    ['LAST_OWNER', 409, 'A team needs at least one owner.'],
    ['MEMBER_ALREADY_ACTIVE', 409, 'This person is on your team already.'],
    ['MEMBERS_MAX', 409, 'A team can have up to 500 members.'],
  ]);
});
