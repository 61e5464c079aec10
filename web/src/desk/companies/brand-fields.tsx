// The fields of names, contact and colors.

import { isHex } from '@quittance/domain/brand/color';
import { contrastOf, TEXT_RATIO } from '@quittance/domain/brand/contrast';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { fieldErrorOf } from '../api/failure.ts';
import { FieldGrid } from '../forms/field-grid.tsx';
import { Section } from '../forms/section.tsx';
import type { CompanyForm } from '../settings/use-company-form.ts';
import { brandTexts } from '../texts/settings.ts';
import type { BrandDraft } from './brand-draft.ts';
import styles from './brand-fields.module.css';

const css = bindClasses(styles);

type FieldsProps = { form: CompanyForm<BrandDraft> };

type TextField = Exclude<keyof BrandDraft, 'address' | 'mainColor' | 'secondaryColor'>;

export function BrandNames({ form: { draft, set, action } }: FieldsProps) {
  const texts = brandTexts;
  const text = (
    name: TextField,
    more: { hint?: string; isOptional?: boolean; type?: string } = {},
  ) => (
    <Input
      {...more}
      label={texts[name]}
      error={fieldErrorOf(action.failure, name)}
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
        {text('timeZone', { hint: texts.timeZoneHint })}
      </FieldGrid>
      <TextArea
        label={texts.address}
        hint={texts.addressHint}
        rows={3}
        error={fieldErrorOf(action.failure, 'address')}
        value={draft.address}
        onChange={({ currentTarget }) => set({ address: currentTarget.value })}
      />
    </Section>
  );
}

export function BrandColors({ form: { draft, set, action } }: FieldsProps) {
  const texts = brandTexts;
  const color = (name: 'mainColor' | 'secondaryColor') => (
    <div className={css('color')}>
      <Input
        label={texts[name]}
        hint={texts.colorHint}
        error={fieldErrorOf(action.failure, name)}
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

/** One decimal, rounded down: 4.49 is not 4.5. */
function ratioText(ratio: number): string {
  return String(Math.floor(ratio * 10) / 10);
}

function Contrast({ color }: { color: string }) {
  if (!isHex(color)) return null;
  const ratio = contrastOf(color, '#ffffff');
  const isReadable = ratio >= TEXT_RATIO;
  const text = isReadable ? brandTexts.contrastOk : brandTexts.contrastAdjusted;
  return (
    <Notice tone={isReadable ? 'success' : 'warning'} title={brandTexts.contrast}>
      {text(ratioText(ratio))}
    </Notice>
  );
}
