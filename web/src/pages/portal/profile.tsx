// The profile of a signed-in customer: details, contacts, payment methods with auto-pay, language, mail, passkeys and
// sessions.

import { profileTexts } from '#texts/account/profile';
import { AddressInput } from '../../features/address/address-input.tsx';
import { ContactsCard } from '../../features/contacts/contacts-card.tsx';
import { SignInAgain } from '../../features/contacts/sign-in-again.tsx';
import { useVerificationLink } from '../../features/contacts/use-verification-link.ts';
import { MethodsCard } from '../../features/methods/methods-card.tsx';
import { DetailsCard } from '../../features/profile/details-card.tsx';
import { LanguageCard } from '../../features/profile/language-card.tsx';
import { MailPreferencesCard } from '../../features/profile/mail-preferences-card.tsx';
import { SessionsCard } from '../../features/profile/sessions-card.tsx';
import { useChooseLanguage } from '../../features/shell/use-language.ts';
import { bindClasses } from '../../lib/bind-classes.ts';
import { useScrollRestoration } from '../../lib/hooks/use-scroll-restoration.ts';
import { customerRead } from '../../state/account/customer.ts';
import { selectSignedInCustomer } from '../../state/account/saved-methods.ts';
import { useAppSelector } from '../../state/store/hooks.ts';
import { useRead } from '../../state/store/use-read.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { PageColumn } from '../../ui/layout/page-column.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Heading } from '../../ui/text/heading.tsx';
import styles from './profile.module.css';

const css = bindClasses(styles);

export function ProfilePage() {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const { value: customer, ...read } = useRead({
    read: customerRead,
    request: id && { route: 'customer', params: { id } },
    select: selectSignedInCustomer,
  });
  const chooseLanguage = useChooseLanguage();
  const verification = useVerificationLink();
  useScrollRestoration(customer !== null);
  if (!customer && !read.failure) return <PageSkeleton />;
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
              <MailPreferencesCard />
            </Stack>
            <Stack gap={6}>
              <MethodsCard />
              <LanguageCard customer={customer} onChoose={chooseLanguage} />
              <SessionsCard SignInAgain={SignInAgain} />
            </Stack>
          </div>
        ) : (
          <ErrorState
            title={profileTexts.failed}
            onRetry={read.again}
            isRetrying={read.isLoading}
          />
        )}
      </Stack>
    </PageColumn>
  );
}
