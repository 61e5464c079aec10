// Emails: reminders to customers, and notices to the company.

import type { NoticeSettings } from '@quittance/contract/companies/notice-schemas';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { Section } from '../forms/section.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { remindersTexts, settingsTexts } from '../texts/settings.ts';
import { ReminderForm } from './reminder-form.tsx';

export function RemindersPage() {
  const reminders = useRead('getReminderSettings', {});
  const notices = useRead('getNoticeSettings', {});
  return (
    <SettingsFrame page="reminders" text={remindersTexts.text}>
      <ReadView read={reminders}>
        {(settings) => <ReminderForm settings={settings} onSaved={reminders.replace} />}
      </ReadView>
      <ReadView read={notices}>
        {(settings) => <NoticeForm settings={settings} onSaved={notices.replace} />}
      </ReadView>
    </SettingsFrame>
  );
}

type Kind = NoticeSettings['kinds'][number];
type FormProps = { settings: NoticeSettings; onSaved: (settings: NoticeSettings) => void };

// The cast is needed because `Object.keys()` loses the union type.
const KINDS = Object.keys(remindersTexts.kindNames) as Kind[];

const toDraft = ({ addresses, kinds }: NoticeSettings) => ({
  addresses: addresses.join('\n'),
  kinds: KINDS.filter((kind) => kinds.includes(kind)),
});

function NoticeForm({ settings, onSaved }: FormProps) {
  const texts = remindersTexts;
  const action = useAction('putNoticeSettings');
  const [draft, setDraft] = useState(() => toDraft(settings));
  const toggle = (kind: Kind, isOn: boolean): void => {
    const kinds = KINDS.filter((each) => (each === kind ? isOn : draft.kinds.includes(each)));
    setDraft({ ...draft, kinds });
  };
  const save = async (): Promise<void> => {
    const addresses = draft.addresses.split(/[\s,;]+/).filter((address) => address !== '');
    const result = await action.run({ body: { addresses, kinds: draft.kinds } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: settingsTexts.saved });
    setDraft(toDraft(result.answer));
    onSaved(result.answer);
  };
  return (
    <Section title={texts.notices}>
      <TextArea
        label={texts.addresses}
        hint={texts.addressesHint}
        rows={3}
        value={draft.addresses}
        onChange={({ currentTarget }) => setDraft({ ...draft, addresses: currentTarget.value })}
      />
      <OptionGroup legend={texts.kinds}>
        {KINDS.map((kind) => (
          <Checkbox
            key={kind}
            isChecked={draft.kinds.includes(kind)}
            onCheckedChange={(isOn) => toggle(kind, isOn)}
          >
            {texts.kindNames[kind]}
          </Checkbox>
        ))}
      </OptionGroup>
      <SaveBar
        isChanged={JSON.stringify(draft) !== JSON.stringify(toDraft(settings))}
        isRunning={action.isRunning}
        failure={action.failure}
        onSave={() => void save()}
        onReset={() => setDraft(toDraft(settings))}
      />
    </Section>
  );
}
