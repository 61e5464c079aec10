// The endpoints that receive the company's events, and the outcome of each delivery.

import { EVENT_TYPES, type EventType } from '@quittance/contract/webhooks/event-schemas';
import type {
  EndpointState,
  WebhookEndpoint,
} from '@quittance/contract/webhooks/webhook-endpoints';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { useRead } from '../api/use-read.ts';
import { parseDate, startOfDay, useMoments } from '../format.ts';
import { ActionButton, OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { useActionForm } from '../forms/action-form.tsx';
import { ConfirmAction } from '../forms/confirm-action.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { Section } from '../forms/section.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { webhooksTexts } from '../texts/access.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointForm } from './endpoint-form.tsx';

export function WebhooksPage() {
  const endpoints = useRead('listWebhookEndpoints', {});
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button size="small" onClick={() => setIsAdding(true)}>
      {webhooksTexts.add}
    </Button>
  );
  return (
    <SettingsFrame page="webhooks" text={webhooksTexts.text}>
      <ReadView read={endpoints}>
        {({ data }) => {
          const shown = data.filter(({ state }) => state !== 'DELETED');
          if (shown.length === 0)
            return (
              <Card>
                <EmptyState icon="external" title={webhooksTexts.empty} action={add} />
              </Card>
            );
          return (
            <Stack gap={5}>
              <div>{add}</div>
              {shown.map((endpoint) => (
                <EndpointSection
                  key={endpoint.id}
                  endpoint={endpoint}
                  onChanged={endpoints.again}
                  onSecret={setSecret}
                />
              ))}
            </Stack>
          );
        }}
      </ReadView>
      {isAdding && (
        <EndpointForm
          endpoint={null}
          onSaved={endpoints.again}
          onSecret={setSecret}
          onClose={() => setIsAdding(false)}
        />
      )}
      {secret !== null && (
        <OnceDialog
          title={webhooksTexts.secretTitle}
          text={webhooksTexts.secretText}
          value={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SettingsFrame>
  );
}

type EndpointSectionProps = {
  endpoint: WebhookEndpoint;
  onChanged: () => void;
  onSecret: (secret: string) => void;
};

const TONES = {
  ACTIVE: 'success',
  PAUSED: 'danger',
  DELETED: 'neutral',
} as const satisfies Record<EndpointState, Tone>;

function EndpointSection({ endpoint, onChanged, onSecret }: EndpointSectionProps) {
  const texts = webhooksTexts;
  const { moment } = useMoments();
  const { url, state, types, failingSince } = endpoint;
  const [isLogOpen, setIsLogOpen] = useState(false);
  return (
    <Section title={url} action={<Badge tone={TONES[state]} label={texts.states[state]} />}>
      {failingSince !== null && (
        <Notice tone="warning">{texts.failingSince(moment(failingSince))}</Notice>
      )}
      <Text tone="muted">{types === null ? texts.typesAll : types.join(', ')}</Text>
      <EndpointActions endpoint={endpoint} onChanged={onChanged} onSecret={onSecret} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: notices that the log is opened, which is read then */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on the button inside is a click, too */}
      <div onClick={() => setIsLogOpen(true)}>
        <Expandable section={texts.deliveries.toLowerCase()}>
          {isLogOpen && <DeliveryLog endpointId={endpoint.id} />}
        </Expandable>
      </div>
    </Section>
  );
}

function EndpointActions({ endpoint, onChanged, onSecret }: EndpointSectionProps) {
  const texts = webhooksTexts;
  const params = { endpointId: endpoint.id };
  const [isEditing, setIsEditing] = useState(false);
  const look = { variant: 'secondary', size: 'small' } as const;
  return (
    <Stack direction="row" gap={2} wraps>
      {endpoint.state === 'PAUSED' && (
        <ActionButton
          {...look}
          call="resumeWebhookEndpoint"
          input={{ params }}
          label={texts.resume}
          done={texts.resumed}
          onDone={onChanged}
        />
      )}
      <OpenButton
        {...look}
        label={texts.test}
        dialog={(onClose) => (
          <TestDialog endpointId={endpoint.id} onSent={onChanged} onClose={onClose} />
        )}
      />
      <ReplayEvents endpointId={endpoint.id} />
      <ActionButton
        {...look}
        call="rotateWebhookSecret"
        input={{ params }}
        label={texts.rotate}
        onDone={({ secret }) => onSecret(secret)}
      />
      <Button {...look} onClick={() => setIsEditing(true)}>
        {texts.edit}
      </Button>
      <ConfirmAction
        call="deleteWebhookEndpoint"
        input={{ params }}
        label={texts.remove}
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        done={texts.removed}
        onDone={onChanged}
      />
      {isEditing && (
        <EndpointForm
          endpoint={endpoint}
          onSaved={onChanged}
          onSecret={onSecret}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Stack>
  );
}

const TEST_TYPES = [
  { value: 'webhook_endpoint.tested', label: webhooksTexts.testPlain },
  ...EVENT_TYPES.filter((type) => type !== 'webhook_endpoint.tested').map((type) => ({
    value: type,
    label: type,
  })),
] as const;

type TestDialogProps = { endpointId: string; onSent: () => void; onClose: () => void };

function TestDialog({ endpointId, onSent, onClose }: TestDialogProps) {
  const texts = webhooksTexts;
  const [type, setType] = useState<EventType>('webhook_endpoint.tested');
  const form = useActionForm('testWebhookEndpoint', {
    input: { params: { endpointId }, query: { type } },
    done: texts.tested,
    onDone: () => {
      onSent();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={texts.testTitle}
      text={texts.testText}
      submitLabel={texts.testConfirm}
      {...form.dialog}
      onClose={onClose}
    >
      <Select label={texts.testType} options={TEST_TYPES} value={type} onValueChange={setType} />
    </ActionDialog>
  );
}

function ReplayEvents({ endpointId }: { endpointId: string }) {
  return (
    <OpenButton
      variant="secondary"
      size="small"
      label={webhooksTexts.replay}
      dialog={(onClose) => <ReplayDialog endpointId={endpointId} onClose={onClose} />}
    />
  );
}

function ReplayDialog({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const texts = webhooksTexts;
  const { zone, today } = useMoments();
  const [day, setDay] = useState('');
  const date = parseDate(day);
  const form = useActionForm('replayEvents', {
    input: date && { params: { endpointId }, body: { since: startOfDay(date, zone) } },
    done: ({ count }) => texts.replayed(count),
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={texts.replayTitle}
      text={texts.replayText}
      submitLabel={texts.replayConfirm}
      {...form.dialog}
      onClose={onClose}
    >
      <Input
        label={texts.since}
        type="date"
        max={today()}
        error={form.errorFor('since', date === null && texts.sinceMissing)}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </ActionDialog>
  );
}
