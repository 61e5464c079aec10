// Creates a payment link for a request or an accepted estimate, and shows it once.

import { useState } from 'react';
import type { CallInput } from '../api/call-types.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { projectFormTexts as texts } from '../texts/project-forms.ts';

type LinkCall = 'createPartialRequestLink' | 'createEstimateLink';

type LinkButtonProps<Name extends LinkCall> = { call: Name; input: CallInput<Name> };

export function LinkButton<Name extends LinkCall>({ call, input }: LinkButtonProps<Name>) {
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      <ActionButton
        variant="quiet"
        size="small"
        isFlush
        call={call}
        input={input}
        label={texts.newLink}
        // because both calls return a link
        onDone={(link) => setUrl((link as { url: string }).url)}
      />
      {url !== null && (
        <OnceDialog
          title={texts.newLinkTitle}
          text={texts.newLinkText}
          value={url}
          onClose={() => setUrl(null)}
        />
      )}
    </>
  );
}
