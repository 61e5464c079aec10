/**
 * The challenge that a passkey signs: sealed, so that issuing one writes nothing, and bound to its scope (company and
 * purpose) by the seal. The caller records its id when it is spent, until it expires.
 */
import { type Instant, instantSchema } from '@quittance/contract/dates';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';

/** Longer than the browser's dialog stays open. */
const CHALLENGE_MS = 5 * 60_000;

/** `text` is what the authenticator signed. */
export type Challenge = { id: string; expiresAt: Instant; text: string };

type ChallengeDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer'>;

const contextOf = (scope: string) => `passkey_challenges/${scope}`;

const SEPARATOR = ' ';

export function mintChallenge({ clock, entropy, sealer }: ChallengeDeps, scope: string): string {
  const plain = [entropy.uuid(), addMs(clock.now(), CHALLENGE_MS)].join(SEPARATOR);
  return Buffer.from(sealer.seal(plain, contextOf(scope))).toString('base64url');
}

/** Null when it expired. @throws SealBroken when it is not ours, or of another scope */
export function readChallenge(
  { clock, sealer }: Pick<ChallengeDeps, 'clock' | 'sealer'>,
  text: string,
  scope: string,
): Challenge | null {
  const sealed = Buffer.from(text, 'base64url').toString('utf8');
  const [id = '', end = ''] = sealer.open(sealed, contextOf(scope)).split(SEPARATOR);
  const expiresAt = instantSchema.parse(end);
  return clock.now() < expiresAt ? { id, expiresAt, text } : null;
}
