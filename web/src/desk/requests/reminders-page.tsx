// Mails: reminders to customers, and notices to the company.

import { useRead } from '../api/use-read.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { remindersTexts } from '../texts/settings.ts';
import { NoticeForm } from './notice-form.tsx';
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
