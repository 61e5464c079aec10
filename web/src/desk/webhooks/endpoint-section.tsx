// A webhook endpoint with its actions and its log of deliveries.

import type {
  EndpointState,
  WebhookEndpoint,
} from '@quittance/contract/webhooks/webhook-endpoints';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { useMoments } from '../format.ts';
import { ConfirmAction } from '../forms/confirm-action.tsx';
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
  const test = useAction('testWebhookEndpoint');
  const resume = useAction('resumeWebhookEndpoint');
  const rotate = useAction('rotateWebhookSecret');
  const remove = useAction('deleteWebhookEndpoint');
  const [isEditing, setIsEditing] = useState(false);
  const say = async (done: Promise<Awaited<ReturnType<typeof test.run>>>, text: string) => {
    const result = await done;
    if (result.isOk) showToast({ tone: 'success', text });
    else showToast({ tone: 'error', text: sentenceOf(result.failure) });
    if (result.isOk) onChanged();
    return result.isOk;
  };
  const newSecret = async (): Promise<void> => {
    const result = await rotate.run({ params });
    if (result.isOk) onSecret(result.answer.secret);
    else showToast({ tone: 'error', text: sentenceOf(result.failure) });
  };
  const button = (label: string, isLoading: boolean, onClick: () => void) => (
    <Button variant="secondary" size="small" isLoading={isLoading} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" gap={2} wraps>
      {endpoint.state === 'PAUSED' &&
        button(
          texts.resume,
          resume.isRunning,
          () => void say(resume.run({ params }), texts.resumed),
        )}
      {button(texts.test, test.isRunning, () => void say(test.run({ params }), texts.tested))}
      <ReplayEvents endpointId={endpoint.id} />
      {button(texts.rotate, rotate.isRunning, () => void newSecret())}
      {button(texts.edit, false, () => setIsEditing(true))}
      <ConfirmAction
        label={texts.remove}
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        isRunning={remove.isRunning}
        failure={remove.failure}
        onConfirm={() => say(remove.run({ params }), texts.removed)}
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
