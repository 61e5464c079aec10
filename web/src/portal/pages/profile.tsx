// The profile of a signed-in customer: details, contacts, payment methods with auto-pay, language, email
// preferences, passkeys and sessions.

import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { contactsTexts } from '#texts/account/contacts';
import { profileTexts } from '#texts/account/profile';
import { useScrollRestoration } from '../../shared/hooks/use-scroll-restoration.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { PageSkeleton } from '../../shared/ui/feedback/page-skeleton.tsx';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { PageColumn } from '../../shared/ui/layout/page-column.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { AddressInput } from '../customers/address-input.tsx';
import { ContactsCard } from '../customers/contacts-card.tsx';
import { CopyContactsCard } from '../customers/copy-contacts-card.tsx';
import { DetailsCard } from '../customers/details-card.tsx';
import { MailPreferencesCard } from '../customers/mail-preferences-card.tsx';
import { SignInAgain } from '../customers/sign-in-again.tsx';
import { SessionsCard } from '../identity/sessions-card.tsx';
import { MethodsCard } from '../methods/methods-card.tsx';
import { useChooseLanguage } from '../site/use-language.ts';
import { FileButton } from '../statements/file-button.tsx';
import { confirmEmail } from '../store/contacts.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { customerRead, selectSignedInCustomer } from '../store/reads.ts';
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
              <CopyContactsCard />
              <MailPreferencesCard />
            </Stack>
            <Stack gap={6}>
              <MethodsCard />
              <LanguageCard customer={customer} onChoose={chooseLanguage} />
              <SessionsCard SignInAgain={SignInAgain} />
              <SectionCard title={profileTexts.personalData} hint={profileTexts.personalDataHint}>
                <Stack direction="row" gap={2} wraps>
                  <FileButton file={{ kind: 'personal-page' }}>
                    {profileTexts.personalPage}
                  </FileButton>
                  <FileButton file={{ kind: 'personal-data' }}>
                    {profileTexts.personalJson}
                  </FileButton>
                </Stack>
              </SectionCard>
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

const CHIPS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

type LanguageCardProps = {
  customer: Customer;
  onChoose: (language: Language) => void;
};

/** The customer's language for the portal, emails and receipts (R50). */
function LanguageCard({ customer: { language }, onChoose }: LanguageCardProps) {
  return (
    <SectionCard title={profileTexts.language} hint={profileTexts.languageHint}>
      <ChoiceChips<Language | ''>
        legend={profileTexts.chooseLanguage}
        chips={CHIPS}
        // No language is chosen yet, so pages follow the browser.
        value={language ?? ''}
        onValueChange={(value) => value && onChoose(value)}
      />
    </SectionCard>
  );
}

type Verification = { isVerified: boolean; text: string };

const VERIFIED: Verification = { isVerified: true, text: contactsTexts.emailVerified };

/**
 * The link in a verification email opens the profile with a token in the URL fragment (product §7.15). The token is
 * removed from the address and redeemed once.
 */
function useVerificationLink(): Verification | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [verification, setVerification] = useState<Verification | null>(null);
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get('verify'));
  const isStarted = useRef(false);
  useEffect(() => {
    if (!token || isStarted.current) return;
    isStarted.current = true;
    void navigate(pathname, { replace: true });
    const confirm = async (): Promise<void> => {
      const answer = await dispatch(confirmEmail({ body: { token } }));
      if (confirmEmail.rejected.match(answer))
        setVerification({ isVerified: false, text: failureText(answer.payload) });
      else setVerification(VERIFIED);
    };
    void confirm();
  }, [token, pathname, navigate, dispatch]);
  return verification;
}
