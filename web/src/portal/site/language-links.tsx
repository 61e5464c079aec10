// Links to this page in the other languages, each labeled with the language's own name. The server stores the
// language named in the address.

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import { LANGUAGE } from '#texts/site/language';
import { hrefIn, LANGUAGE_CHANGE } from '../../shared/lib/language.ts';

/** Called instead of following the link if the choice is also saved as the customer's setting. */
export type ChooseLanguage = (language: Language) => void;

type LanguageLinksProps = { className?: string; onChoose?: ChooseLanguage | undefined };

export function LanguageLinks({ className, onChoose }: LanguageLinksProps) {
  return LANGUAGES.filter((language) => language !== LANGUAGE).map((language) => (
    <a
      key={language}
      className={className}
      href={hrefIn(language)}
      hrefLang={language}
      lang={language}
      onClick={(event) => {
        window.dispatchEvent(new Event(LANGUAGE_CHANGE));
        if (!onChoose) return;
        event.preventDefault();
        onChoose(language);
      }}
    >
      {LANGUAGE_NAMES[language]}
    </a>
  ));
}
