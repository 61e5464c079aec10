// Where the company receives its events, and what became of each delivery.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { useRead } from '../api/use-read.ts';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { webhooksTexts } from '../texts/access.ts';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointSection } from './endpoint-section.tsx';

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
