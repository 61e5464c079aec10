/** What a handler of the provider API receives: parsed input, the caller's key, and a transaction of its company. */
import type {
  ProviderAnswer,
  ProviderBody,
  ProviderParams,
  ProviderQuery,
  ProviderRouteName,
} from '@quittance/contract/provider-routes';
import type { KeyCaller } from '../../identity/api-keys.ts';
import type { StaffCaller } from '../../identity/staff-session.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ProviderTx } from '../../platform/audit/recorded-action.ts';

/** A company's own system with a key, or a signed-in member of its staff (R47). */
export type Caller = KeyCaller | StaffCaller;

export type ProviderCall<Name extends ProviderRouteName> = {
  params: ProviderParams<Name>;
  query: ProviderQuery<Name>;
  body: ProviderBody<Name>;
  caller: Caller;
};

export type ProviderHandler<Name extends ProviderRouteName> = (
  tx: ProviderTx,
  deps: Deps,
  call: ProviderCall<Name>,
) => Promise<ProviderAnswer<Name>>;

/** Answered as a stream, without a transaction of one answer, or with a file as its body. */
export type OwnRouteName =
  | 'exportKind'
  | 'putContractDocument'
  | 'putLogo'
  | 'importRows'
  | 'testProcessor'
  | 'refundCharge';

/** Total: a row of the contract without a handler does not compile. */
export type ProviderHandlers = {
  [Name in Exclude<ProviderRouteName, OwnRouteName>]: ProviderHandler<Name>;
};
