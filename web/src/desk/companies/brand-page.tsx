// Names, contact, colors and logo of the company, with a preview of what payers see.

import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useSigned } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { brandTexts, settingsTexts } from '../texts/settings.ts';
import { type BrandDraft, bodyOf, draftOf } from './brand-draft.ts';
import { BrandColors, BrandNames } from './brand-fields.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { LogoUpload } from './logo-upload.tsx';

export function BrandPage() {
  const company = useRead('getCompany', {});
  return (
    <SettingsFrame page="brand" text={brandTexts.text}>
      <ReadView read={company}>
        {(found) => <BrandForm company={found} onSaved={company.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

function BrandForm({ company, onSaved }: { company: Company; onSaved: (c: Company) => void }) {
  const { session, refresh } = useSigned();
  const saved = (changed: Company): void => {
    onSaved(changed);
    refresh();
  };
  const form = useCompanyForm<BrandDraft>({ company, draftOf, onSaved: saved });
  const { draft, action } = form;
  return (
    <Stack gap={5}>
      <BrandNames form={form} />
      <BrandColors form={form} />
      <Section title={settingsTexts.preview}>
        <BrandPreview
          name={draft.name}
          logoUrl={session.company.logoUrl}
          palette={brandPalette(draft)}
        />
      </Section>
      <SaveBar
        isChanged={form.isChanged}
        isRunning={action.isRunning}
        failure={action.failure}
        onSave={() => form.save(bodyOf(draft))}
        onReset={form.reset}
      />
      <LogoUpload />
    </Stack>
  );
}
