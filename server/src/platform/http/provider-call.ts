/**
 * The input of a provider API handler: parsed parameters, the caller, and a transaction for the caller's company.
 */
import type { RecordReader } from '@quittance/contract/http/record-rights';
import type {
  ProviderAnswer,
  ProviderBody,
  ProviderParams,
  ProviderQuery,
  ProviderRouteName,
} from '@quittance/contract/provider-routes';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor, ProviderTx } from '../audit/recorded-action.ts';
import type { SendLater } from './send-file.ts';

export type ProviderCall<Name extends ProviderRouteName> = {
  params: ProviderParams<Name>;
  query: ProviderQuery<Name>;
  body: ProviderBody<Name>;
  caller: Actor & RecordReader;
};

export type ProviderHandler<Name extends ProviderRouteName> = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<Name>,
) => Promise<ProviderAnswer<Name> | SendLater>;

/** Routes that respond with a stream, run outside a single transaction, or take a file as their body. */
export type OwnRouteName =
  | 'exportKind'
  | 'putContractDocument'
  | 'putLogo'
  | 'putEvidenceFile'
  | 'addAttachment'
  | 'importRows'
  | 'putImportPart'
  | 'getImportReport'
  | 'testProcessor'
  | 'changeProcessor'
  | 'refundCharge';

/** A contract route without a handler does not compile. */
export type ProviderHandlers = {
  [Name in Exclude<ProviderRouteName, OwnRouteName>]: ProviderHandler<Name>;
};
