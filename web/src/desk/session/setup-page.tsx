// The first company of an installation and its owner, created from the operator's link. The owner is signed in and
// continues with the checklist of the overview.

import { PROCESSOR_DESCRIPTIONS } from '@quittance/contract/processors/registry';
import { PROCESSORS, type ProcessorName } from '@quittance/contract/vocabulary';
import { type SubmitEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { deviceTimeZone } from '../../shared/lib/time-zones.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { hasCode, toActionSentence, toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { toPaths } from '../paths.ts';
import { setupTexts } from '../texts/session.ts';
import { EntryFrame } from './entry-frame.tsx';
import { rememberCompany } from './last-company.ts';

const TOKEN = /^#token=([\w.-]+)$/;

const PROCESSOR_OPTIONS = PROCESSORS.map((value) => ({
  value,
  label: PROCESSOR_DESCRIPTIONS[value].displayName,
}));

/** 'Harbor Dental' is 'harbor-dental', until another address is typed. */
const toDomain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

type Fields = { name: string; domain: string | null; ownerName: string; ownerEmail: string };

const EMPTY: Fields = { name: '', domain: null, ownerName: '', ownerEmail: '' };

export function SetupPage() {
  const { hash } = useLocation();
  const [, token] = TOKEN.exec(hash) ?? [];
  return (
    <EntryFrame title={setupTexts.title}>
      <Stack gap={5}>
        <Stack gap={2}>
          <Heading level={1} size="section">
            {setupTexts.title}
          </Heading>
          <Text tone="muted">{setupTexts.text}</Text>
        </Stack>
        {token === undefined ? (
          <Notice tone="warning">{setupTexts.dead}</Notice>
        ) : (
          <SetupForm token={token} />
        )}
      </Stack>
    </EntryFrame>
  );
}

function SetupForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const action = useAction('setUp');
  const [fields, setFields] = useState(EMPTY);
  const [processor, setProcessor] = useState<ProcessorName>(PROCESSORS[0]);
  const [isChecked, setIsChecked] = useState(false);
  const domain = fields.domain ?? toDomain(fields.name);
  const text = (name: keyof Fields, path: string, more: { hint?: string; type?: string } = {}) => {
    const value = name === 'domain' ? domain : (fields[name] ?? '');
    const missing = isChecked && value.trim() === '' ? setupTexts.missing : undefined;
    return (
      <Input
        {...more}
        label={setupTexts[name]}
        error={missing ?? toFieldError(action.failure, path)}
        value={value}
        onChange={({ currentTarget }) => setFields({ ...fields, [name]: currentTarget.value })}
      />
    );
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsChecked(true);
    const { name, ownerName, ownerEmail } = fields;
    if ([name, domain, ownerName, ownerEmail].some((value) => value.trim() === '')) return;
    const timeZone = deviceTimeZone();
    const owner = { name: ownerName.trim(), email: ownerEmail.trim() };
    const body = { token, name: name.trim(), domain, timeZone, processor, owner };
    const result = await action.run({ body });
    if (!result.isOk) return;
    rememberCompany(domain);
    void navigate(toPaths(domain).overview, { replace: true });
  };
  const { failure } = action;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap={5}>
        {text('name', 'name', { hint: setupTexts.nameHint })}
        {text('domain', 'domain', { hint: setupTexts.domainHint(`/${domain || '…'}`) })}
        <Select
          label={setupTexts.processor}
          options={PROCESSOR_OPTIONS}
          value={processor}
          onValueChange={setProcessor}
        />
        {text('ownerName', 'owner.name')}
        {text('ownerEmail', 'owner.email', { hint: setupTexts.ownerHint, type: 'email' })}
        {failure && (
          <Notice tone="danger">
            {hasCode(failure, 'SIGN_IN_LINK_DEAD') ? setupTexts.dead : toActionSentence(failure)}
          </Notice>
        )}
        <Button type="submit" size="large" isWide isLoading={action.isRunning}>
          {setupTexts.submit}
        </Button>
      </Stack>
    </form>
  );
}
