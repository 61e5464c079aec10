// Names, contact, colors and logo of the company, with a preview of the payer's view.

import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { brandPalette } from '@quittance/domain/brand/brand-palette';
import { isHex } from '@quittance/domain/brand/color';
import { computeContrast, TEXT_RATIO } from '@quittance/domain/brand/contrast';
import { useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { listTimeZones } from '../../shared/lib/time-zones.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { toActionSentence, toFieldError } from '../api/failure.ts';
import { useSigned } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { type Company, type CompanyForm, useCompanyForm } from '../settings/use-company-form.ts';
import { ReadView } from '../shell/read-view.tsx';
import { brandTexts, settingsTexts } from '../texts/settings.ts';
import { type BrandDraft, toBody, toDraft } from './brand-draft.ts';
import styles from './brand-fields.module.css';
import { BrandPreview } from './brand-preview.tsx';

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
  const form = useCompanyForm<BrandDraft>({ company, toDraft, onSaved: saved });
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
        onSave={() => form.save(toBody(draft))}
        onReset={form.reset}
      />
      <LogoUpload />
    </Stack>
  );
}

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** The logo upload. The server redraws the logo. */
function LogoUpload() {
  const { refresh } = useSigned();
  const action = useAction('putLogo');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [uploads, setUploads] = useState(0);
  const upload = async (): Promise<void> => {
    if (!file) return setError(brandTexts.logoMissing);
    if (file.size > LOGO_BYTES_MAX) return setError(brandTexts.logoTooLarge);
    setError(undefined);
    const result = await action.run({ body: new Uint8Array(await file.arrayBuffer()) });
    if (!result.isOk) {
      return setError(toFieldError(result.failure, 'file') ?? toActionSentence(result.failure));
    }
    showToast({ tone: 'success', text: brandTexts.logoSaved });
    setFile(null);
    setUploads(uploads + 1);
    refresh();
  };
  return (
    <Section title={brandTexts.logo}>
      <FileInput
        // Clears the field after an upload.
        key={uploads}
        label={brandTexts.logo}
        hint={brandTexts.logoHint}
        error={error}
        accept={ACCEPTED}
        onFile={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
      />
      <div>
        <Button variant="secondary" isLoading={action.isRunning} onClick={() => void upload()}>
          {brandTexts.logoUpload}
        </Button>
      </div>
    </Section>
  );
}

const css = bindClasses(styles);

type FieldsProps = { form: CompanyForm<BrandDraft> };

type TextField = Exclude<keyof BrandDraft, 'address' | 'timeZone' | 'mainColor' | 'secondaryColor'>;

/** Customers are in the US, so its zones come first. A stored zone is listed even if the browser has another name. */
function toZones(stored: string) {
  return [...new Set([...Object.keys(brandTexts.zones), stored, ...listTimeZones()])].map(
    (value) => ({
      value,
      label: ZONES[value] ?? value.replaceAll('_', ' '),
    }),
  );
}

const ZONES: Readonly<Record<string, string>> = brandTexts.zones;

function BrandNames({ form: { draft, set, action } }: FieldsProps) {
  const texts = brandTexts;
  const text = (
    name: TextField,
    more: { hint?: string; isOptional?: boolean; type?: string } = {},
  ) => (
    <Input
      {...more}
      label={texts[name]}
      error={toFieldError(action.failure, name)}
      value={draft[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <Section title={texts.names}>
      <FieldGrid>
        {text('name', { hint: texts.nameHint })}
        {text('dba', { isOptional: true })}
        {text('legalName', { isOptional: true })}
        {text('supportEmail', { isOptional: true, type: 'email' })}
        {text('supportPhone', { isOptional: true, hint: texts.supportPhoneHint, type: 'tel' })}
        <Select
          label={texts.timeZone}
          options={toZones(draft.timeZone)}
          value={draft.timeZone}
          onValueChange={(timeZone) => set({ timeZone })}
        />
      </FieldGrid>
      <TextArea
        label={texts.address}
        hint={texts.addressHint}
        rows={3}
        error={toFieldError(action.failure, 'address')}
        value={draft.address}
        onChange={({ currentTarget }) => set({ address: currentTarget.value })}
      />
    </Section>
  );
}

function BrandColors({ form: { draft, set, action } }: FieldsProps) {
  const texts = brandTexts;
  const color = (name: 'mainColor' | 'secondaryColor') => (
    <div className={css('color')}>
      <Input
        label={texts[name]}
        hint={texts.colorHint}
        error={toFieldError(action.failure, name)}
        spellCheck={false}
        maxLength={7}
        value={draft[name]}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
      <input
        type="color"
        className={css('swatch')}
        aria-label={texts.pick(texts[name])}
        value={isHex(draft[name]) ? draft[name] : '#000000'}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    </div>
  );
  return (
    <Section title={texts.colors}>
      <FieldGrid>
        {color('mainColor')}
        {color('secondaryColor')}
      </FieldGrid>
      <Contrast color={draft.mainColor} />
    </Section>
  );
}

/** One decimal, rounded down, because 4.49 is not 4.5. */
function ratioText(ratio: number): string {
  return String(Math.floor(ratio * 10) / 10);
}

function Contrast({ color }: { color: string }) {
  if (!isHex(color)) return null;
  const ratio = computeContrast(color, '#ffffff');
  const isReadable = ratio >= TEXT_RATIO;
  const text = isReadable ? brandTexts.contrastOk : brandTexts.contrastAdjusted;
  return (
    <Notice tone={isReadable ? 'success' : 'warning'} title={brandTexts.contrast}>
      {text(ratioText(ratio))}
    </Notice>
  );
}
