import { LANGUAGE_PARAMETER, LANGUAGES } from '@quittance/contract/language';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../kernel/deps.ts';

/** Unknown pages take the way of a payer's document without a company of their own. */
const PATHS = ['/login', `/-/pay/${'0'.repeat(43)}`];

/** Before a process listens: the first visitors find open connections and compiled code. */
export async function warmUp(app: FastifyInstance, { database }: Deps): Promise<void> {
  await database.warmUp();
  for (const language of LANGUAGES)
    for (const path of PATHS) await app.inject(`${path}?${LANGUAGE_PARAMETER}=${language}`);
}
