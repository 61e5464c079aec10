/** The input of a provider API handler: parsed parameters, the caller's key, and a transaction of its company. */
import type {
  ProviderAnswer,
  ProviderBody,
  ProviderParams,
  ProviderQuery,
  ProviderRouteName,
} from '@quittance/contract/provider-routes';
import type { Deps } from '../../kernel/deps.ts';
import type { Actor, ProviderTx } from '../audit/recorded-action.ts';

export type ProviderCall<Name extends ProviderRouteName> = {
  params: ProviderParams<Name>;
  query: ProviderQuery<Name>;
  body: ProviderBody<Name>;
  /** A key of the company, or a member of its staff. */
  caller: Actor & { scopes: readonly string[] };
};

export type ProviderHandler<Name extends ProviderRouteName> = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<Name>,
) => Promise<ProviderAnswer<Name>>;

/** Routes that respond with a stream, run outside a single transaction, or take a file as their body. */
export type OwnRouteName =
  | 'exportKind'
  | 'putContractDocument'
  | 'putLogo'
  | 'importRows'
  | 'testProcessor'
  | 'refundCharge';

/** The type is total: a row of the contract without a handler does not compile. */
export type ProviderHandlers = {
  [Name in Exclude<ProviderRouteName, OwnRouteName>]: ProviderHandler<Name>;
};
