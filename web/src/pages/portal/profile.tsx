// The profile of a signed-in customer: details, contacts, payment methods with auto-pay, and the way out of
// every session.

import { profileTexts } from '#texts/profile';
import { AddressInput } from '../../features/address/address-input.tsx';
import { ContactsCard } from '../../features/contacts/contacts-card.tsx';
import { useVerificationLink } from '../../features/contacts/use-verification-link.ts';
import { MethodsCard } from '../../features/methods/methods-card.tsx';
import { DetailsCard } from '../../features/profile/details-card.tsx';
import { SessionsCard } from '../../features/profile/sessions-card.tsx';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useScrollPlace } from '../../lib/use-scroll-place.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectOwnCustomer } from '../../state/own-methods.ts';
import { reloadCustomer } from '../../state/public-link.ts';
import { loadPortal } from '../../state/session.ts';
import { useRefresh } from '../../state/use-refresh.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './profile.module.css';

const css = bindClasses(styles);

export function ProfilePage() {
  const dispatch = useAppDispatch();
  const customer = useAppSelector(selectOwnCustomer);
  const isLoading = useAppSelector((state) => state.customer.isLoading);
  const verification = useVerificationLink();
  useScrollPlace(customer !== null);
  useRefresh(() => void dispatch(reloadCustomer()));
  if (!customer && isLoading) return <PageSkeleton />;
  return (
    <PageColumn>
      <Stack gap={6}>
        <Heading level={1}>{profileTexts.title}</Heading>
        {customer ? (
          <div className={css('grid')}>
            <Stack gap={6}>
              <DetailsCard customer={customer} AddressSearch={AddressInput} />
              <ContactsCard
                notice={
                  verification && (
                    <Notice tone={verification.isVerified ? 'success' : 'danger'}>
                      {verification.text}
                    </Notice>
                  )
                }
              />
            </Stack>
            <Stack gap={6}>
              <MethodsCard />
              <SessionsCard />
            </Stack>
          </div>
        ) : (
          <ErrorState title={profileTexts.failed} onRetry={() => void dispatch(loadPortal())} />
        )}
      </Stack>
    </PageColumn>
  );
}
