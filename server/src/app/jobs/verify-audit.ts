/**
 * Verifies the audit chain of every company every night (ADR 0083). The head of each chain is written to the log,
 * which is stored elsewhere: someone who changes the trail later and recomputes all hashes cannot reproduce that
 * head.
 */

import { MINUTE_MS } from '@quittance/contract/durations';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';
import { listChains, setCheckpoint, verifyChain } from '../../platform/audit/verify-chain.ts';

/** A trail of seven years cannot be read every night. After this time, only new entries are verified. */
const WHOLE_CHAINS_MS = 10 * MINUTE_MS;

/** Returns the number of broken chains. */
export async function verifyAudit(
  { database, clock, log }: Pick<Deps, 'database' | 'clock' | 'log'>,
  wholeChainsMs = WHOLE_CHAINS_MS,
): Promise<number> {
  const startedMs = monotonicMs();
  let broken = 0;
  for (const companyId of await listChains(database)) {
    const isFromCheckpoint = monotonicMs() - startedMs >= wholeChainsMs;
    const how = { isFromCheckpoint };
    const { problem, ...verified } = await verifyChain(database, companyId, how);
    const fields = { companyId, isWhole: !isFromCheckpoint, ...verified };
    if (problem) {
      broken += 1;
      log.fatal(
        { event: 'audit.chain_broken', problem, ...fields },
        'the audit trail of a company was changed',
      );
    } else {
      log.info({ event: 'audit.verified', ...fields }, 'an audit trail was verified');
      const wholeAt = isFromCheckpoint ? null : clock.now();
      await setCheckpoint(database, companyId, { head: verified.head, wholeAt });
    }
  }
  return broken;
}
