/** The language of a signed-in customer: chosen here, and followed by the page (R50). */

import type { Language } from '@quittance/contract/language';
import { useEffect } from 'react';
import { LANGUAGE } from '#texts/site/language';
import {
  hrefIn,
  isLanguageInAddress,
  isLanguageRemembered,
  rememberLanguage,
} from '../../shared/lib/language.ts';
import { saveLanguage } from '../store/customer.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { selectSignedInCustomer } from '../store/reads.ts';
import type { ChooseLanguage } from './language-links.tsx';

/** Where the setting cannot be saved, in a demo for instance, the browser remembers the choice. */
export function useChooseLanguage(): ChooseLanguage {
  const dispatch = useAppDispatch();
  return (language) => {
    void dispatch(saveLanguage({ body: { language } })).then(({ meta }) => {
      rememberLanguage(language);
      window.location.assign(hrefIn(meta.requestStatus === 'fulfilled' ? null : language));
    });
  };
}

/**
 * Opens the page again when it turns out to be in another language than the customer's: after signing in, or when the
 * browser sent no session with the document. Once remembered it is not tried again.
 */
export function useCustomerLanguage(): void {
  const language = useAppSelector((state): Language | null => {
    return selectSignedInCustomer(state)?.language ?? null;
  });
  useEffect(() => {
    if (language === null || language === LANGUAGE || isLanguageInAddress()) return;
    if (isLanguageRemembered(language)) return;
    rememberLanguage(language);
    window.location.reload();
  }, [language]);
}
