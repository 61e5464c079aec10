/** Records a company's actions in the audit trail under the name of the actor. */
import type { CompanyId } from '@quittance/contract/ids';
import type { Deps } from '../../kernel/deps.ts';
import type { Tx } from '../database/database.ts';
import { appendAudit } from './audit.ts';

export type Actor = {
  companyId: CompanyId;
  /** Examples: 'key:4f7a…', 'staff:7c20…', 'operator'. */
  name: string;
  /** The client's address, if a member of the staff calls. */
  address?: string;
  /** The ranges to which the caller's key is limited. */
  networks?: readonly string[];
};

export type ProviderTx = Tx;

export type ProviderDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'publicUrl'>;

export type AuditedAction = { action: string; subject: string; detail?: Record<string, unknown> };

/** Must not contain personal data: an audit row is stored for years, but a person can be erased (R54). */
export function recordAction(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { actor, action, subject, detail = {} }: AuditedAction & { actor: Actor },
): Promise<void> {
  const { companyId, name } = actor;
  return appendAudit(tx, { companyId, actor: name, action, subject, detail, at: clock.now() });
}
