// The customer's language, for the portal, mails and receipts (R50).

import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@quittance/contract/language';
import { profileTexts } from '#texts/account/profile';
import { ChoiceChips } from '../../shared/ui/form/choice-chips.tsx';
import { SectionCard } from '../../shared/ui/layout/section-card.tsx';

const CHIPS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

type LanguageCardProps = {
  customer: Customer;
  onChoose: (language: Language) => void;
};

export function LanguageCard({ customer: { language }, onChoose }: LanguageCardProps) {
  return (
    <SectionCard title={profileTexts.language} hint={profileTexts.languageHint}>
      <ChoiceChips<Language | ''>
        legend={profileTexts.chooseLanguage}
        chips={CHIPS}
        // Nothing is chosen yet: pages follow the browser.
        value={language ?? ''}
        onValueChange={(value) => value && onChoose(value)}
      />
    </SectionCard>
  );
}
