// A webhook endpoint with its actions and its log of deliveries.

import type {
  EndpointState,
  WebhookEndpoint,
} from '@quittance/contract/webhooks/webhook-endpoints';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { useMoments } from '../format.ts';
import { ActionButton, ConfirmAction } from '../forms/action-button.tsx';
import { Section } from '../forms/section.tsx';
import { webhooksTexts } from '../texts/access.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { ReplayEvents } from './replay-events.tsx';

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

export function EndpointSection({ endpoint, onChanged, onSecret }: EndpointSectionProps) {
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
      <ActionButton
        {...look}
        call="testWebhookEndpoint"
        input={{ params }}
        label={texts.test}
        done={texts.tested}
        onDone={onChanged}
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
