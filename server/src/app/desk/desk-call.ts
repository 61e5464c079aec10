/** The call that a staff console handler receives: parsed input, the signed-in member, and the browser's cookies. */
import type {
  DeskAnswer,
  DeskBody,
  DeskParams,
  DeskRouteName,
  DeskRoutes,
} from '@quittance/contract/desk-routes';
import type { Visitor } from '../../identity/session.ts';
import type { StaffCaller } from '../../identity/staff-session.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { DeskCookies } from './desk-cookies.ts';

type CallerOf<Name extends DeskRouteName> = DeskRoutes[Name]['who'] extends 'anyone'
  ? null
  : StaffCaller;

export type DeskCall<Name extends DeskRouteName> = {
  params: DeskParams<Name>;
  body: DeskBody<Name>;
  caller: CallerOf<Name>;
  visitor: Visitor;
  cookies: DeskCookies;
  setHeader(name: string, value: string): void;
};

export type DeskHandler<Name extends DeskRouteName> = (
  deps: Deps,
  call: DeskCall<Name>,
) => Promise<DeskAnswer<Name>>;

/** A route of the contract without a handler does not compile. */
export type DeskHandlers = { [Name in DeskRouteName]: DeskHandler<Name> };
