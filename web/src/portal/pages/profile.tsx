// The profile of a signed-in customer: details, contacts, payment methods with auto-pay, language, mail, passkeys and
// sessions.

import { customerRead, selectSignedInCustomer } from '../store/reads.ts';
import { profileTexts } from '#texts/account/profile';
import { useScrollRestoration } from '../../shared/hooks/use-scroll-restoration.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { PageSkeleton } from '../../shared/ui/feedback/page-skeleton.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { AddressInput } from '../customers/address-input.tsx';
import { ContactsCard } from '../customers/contacts-card.tsx';
import { DetailsCard } from '../customers/details-card.tsx';
import { LanguageCard } from '../customers/language-card.tsx';
import { MailPreferencesCard } from '../customers/mail-preferences-card.tsx';
import { SignInAgain } from '../customers/sign-in-again.tsx';
import { useVerificationLink } from '../customers/use-verification-link.ts';
import { SessionsCard } from '../identity/sessions-card.tsx';
import { MethodsCard } from '../methods/methods-card.tsx';
import { useChooseLanguage } from '../site/use-language.ts';
import { useAppSelector } from '../store/hooks.ts';
import { useRead } from '../store/use-read.ts';
import styles from './profile.module.css';

const css = bindClasses(styles);

export function ProfilePage() {
  const id = useAppSelector(({ auth }) => auth.session?.customerId ?? null);
  const { value, ...read } = useRead<'customer' | 'publicCustomer'>({
    read: customerRead,
    request: id && { route: 'customer', params: { id } },
  });
  const signedIn = useAppSelector(selectSignedInCustomer);
  const customer = value && signedIn;
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
