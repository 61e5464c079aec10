// Which ways to pay the company offers, the terms of plans, and what payers may change.

import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useRead } from '../api/use-read.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { failureTexts } from '../texts/failures.ts';
import { rulesTexts } from '../texts/settings.ts';
import { bodyOf, draftOf, isValid, type RulesDraft } from './rules-draft.ts';
import { ChangeRules, PlanTerms, WaysToPay } from './rules-fields.tsx';
import { RulesPreview } from './rules-preview.tsx';

export function RulesPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="rules" text={rulesTexts.text}>
      <ReadView read={company}>
        {(found) => <RulesForm company={found} onSaved={company.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

function RulesForm({ company, onSaved }: { company: Company; onSaved: (c: Company) => void }) {
  const form = useCompanyForm<RulesDraft>({ company, draftOf, onSaved });
  const { draft, action } = form;
  const isSendable = isValid(draft);
  return (
    <Stack gap={5}>
      <WaysToPay form={form} />
      <PlanTerms form={form} />
      {isSendable && <RulesPreview company={company} draft={draft} />}
      <ChangeRules form={form} />
      <SaveBar
        isChanged={form.isChanged}
        isRunning={action.isRunning}
        failure={action.failure}
        error={isSendable ? undefined : failureTexts.checkFields}
        onSave={() => {
          if (isSendable) form.save(bodyOf(draft, company));
        }}
        onReset={form.reset}
      />
    </Stack>
  );
}
