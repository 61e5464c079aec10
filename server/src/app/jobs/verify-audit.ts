/**
 * Verifies the audit chain of every company every night (ADR 0083). The head of each chain is written to the log,
 * which is stored elsewhere: someone who changes the trail later and recomputes all hashes cannot reproduce that
 * head.
 */

import { listCompanies } from '../../companies/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { verifyChain } from '../../platform/audit/verify-chain.ts';

export async function verifyAudit({
  database,
  log,
}: Pick<Deps, 'database' | 'log'>): Promise<void> {
  for (const { companyId } of await database.asSystem(listCompanies)) {
    const { problem, ...verified } = await verifyChain(database, companyId);
    if (problem) {
      log.fatal(
        { event: 'audit.chain_broken', companyId, problem, ...verified },
        'the audit trail of a company was changed',
      );
    } else {
      log.info({ event: 'audit.verified', companyId, ...verified }, 'an audit trail was verified');
    }
  }
}
