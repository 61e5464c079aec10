/**
 * The link of a verification mail opens the profile with a token in the URL fragment (product §7.15). The
 * token is removed from the address and redeemed once.
 */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { contactsTexts } from '#texts/account/contacts';
import { confirmEmail } from '../store/contacts.ts';
import { failureText } from '../store/failure-text.ts';
import { useAppDispatch } from '../store/hooks.ts';

export type Verification = { isVerified: boolean; text: string };

const VERIFIED: Verification = { isVerified: true, text: contactsTexts.emailVerified };

export function useVerificationLink(): Verification | null {
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
