/** The two passkey ceremonies, from the server's options to its verification. */
import type { PasskeyCreation, PasskeyRequest } from '@quittance/contract/identity/passkey-schemas';
import { askForPasskey, createPasskey } from '../../shared/lib/passkey.ts';
import { useClient } from '../api/client-context.ts';
import { hasCode, toSentence } from '../api/failure.ts';
import { secondFactorTexts } from '../texts/session.ts';

export type CeremonyOutcome =
  | { kind: 'done' }
  | { kind: 'missing' }
  | { kind: 'refused'; text: string };

const DONE = { kind: 'done' } as const;
const refused = (text: string): CeremonyOutcome => ({ kind: 'refused', text });

export function useProvePasskey(): () => Promise<CeremonyOutcome> {
  const client = useClient();
  return async () => {
    const asked = await client.call('secondFactorOptions', {});
    if (!asked.isOk)
      return hasCode(asked.failure, 'PASSKEY_MISSING')
        ? { kind: 'missing' }
        : refused(toSentence(asked.failure));
    const options = asked.answer.options as unknown as PasskeyRequest; // because the server makes them for this call
    const used = await askForPasskey(options);
    if (used.kind !== 'done') return refused(secondFactorTexts.stopped);
    const proved = await client.call('proveSecondFactor', { body: { credential: used.passkey } });
    return proved.isOk ? DONE : refused(toSentence(proved.failure));
  };
}

export function useAddPasskey(): (name: string) => Promise<CeremonyOutcome> {
  const client = useClient();
  return async (name) => {
    const asked = await client.call('passkeyOptions', {});
    if (!asked.isOk) return refused(toSentence(asked.failure));
    const options = asked.answer.options as unknown as PasskeyCreation; // because the server makes them for this call
    const created = await createPasskey(options);
    if (created.kind === 'known') return refused(secondFactorTexts.known);
    if (created.kind !== 'done') return refused(secondFactorTexts.stopped);
    const added = await client.call('addPasskey', { body: { name, credential: created.passkey } });
    return added.isOk ? DONE : refused(toSentence(added.failure));
  };
}
