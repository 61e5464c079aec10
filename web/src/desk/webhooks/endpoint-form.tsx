// Adds or changes a webhook endpoint.

import { EVENT_TYPES, type EventType } from '@quittance/contract/webhooks/event-schemas';
import type { WebhookEndpoint } from '@quittance/contract/webhooks/webhook-endpoints';
import { useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { TextArea } from '../../shared/ui/form/text-area.tsx';
import { toFieldError } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { webhooksTexts } from '../texts/access.ts';
import { formTexts } from '../texts/forms.ts';

type EndpointFormProps = {
  endpoint: WebhookEndpoint | null;
  onSaved: () => void;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

/** Returns null for all events, or undefined if a line is not an event. */
function typesIn(text: string): EventType[] | null | undefined {
  const names = text.split(/[\s,;]+/).filter((name) => name !== '');
  if (names.length === 0) return null;
  const types = EVENT_TYPES.filter((type) => names.includes(type));
  return types.length === new Set(names).size ? types : undefined;
}

export function EndpointForm({ endpoint, onSaved, onSecret, onClose }: EndpointFormProps) {
  const texts = webhooksTexts;
  const add = useAction('createWebhookEndpoint');
  const change = useAction('changeWebhookEndpoint');
  const action = endpoint ? change : add;
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [typesText, setTypesText] = useState(endpoint?.types?.join('\n') ?? '');
  const [isChecked, setIsChecked] = useState(false);
  const types = typesIn(typesText);
  const isUrl = /^https?:\/\/\S+$/.test(url.trim());
  const save = async (): Promise<void> => {
    setIsChecked(true);
    if (!isUrl || types === undefined) return;
    const body = { url: url.trim(), types };
    if (endpoint) {
      const { isOk } = await change.run({ params: { endpointId: endpoint.id }, body });
      if (!isOk) return;
      showToast({ tone: 'success', text: texts.saved });
    } else {
      const result = await add.run({ body });
      if (!result.isOk) return;
      onSecret(result.answer.secret);
    }
    onClose();
    onSaved();
  };
  return (
    <ActionDialog
      title={endpoint ? texts.editTitle : texts.addTitle}
      submitLabel={endpoint ? formTexts.save : texts.create}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Input
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        error={isChecked && !isUrl ? texts.urlMissing : toFieldError(action.failure, 'url')}
        value={url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <TextArea
        label={texts.types}
        hint={texts.typesHint}
        rows={5}
        error={isChecked && types === undefined ? texts.typesWrong : undefined}
        value={typesText}
        onChange={({ currentTarget }) => setTypesText(currentTarget.value)}
      />
    </ActionDialog>
  );
}
