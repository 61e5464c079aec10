// A dialog over a page whose session has ended (R20). The page keeps its state until the customer is signed
// in again; closing the dialog leaves the portal.

import { signInTexts } from '#texts/site/sign-in';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Session } from '../store/auth.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import { forgetCustomer } from '../store/session.ts';
import { SignInSteps } from './sign-in-steps.tsx';

export function SignInAgain({ session }: { session: Session }) {
  const dispatch = useAppDispatch();
  const customerRef = useAppSelector((state) => selectSignedInCustomer(state)?.customerRef ?? null);
  const head = (step: 'request' | 'code') =>
    step === 'request' ? (
      <Text tone="muted">{signInTexts.again.why}</Text>
    ) : (
      <Heading level={3}>{signInTexts.checkMail}</Heading>
    );
  return (
    <Dialog
      isOpen
      size="small"
      title={signInTexts.again.title}
      onClose={() => dispatch(forgetCustomer())}
    >
      <SignInSteps company={session.domain} customerRef={customerRef} head={head} />
    </Dialog>
  );
}
