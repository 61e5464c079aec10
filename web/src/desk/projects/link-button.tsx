// Makes a payment link of a request or an accepted estimate, and shows it once.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { Result } from '../api/failure.ts';
import { sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { OnceDialog } from '../forms/once-dialog.tsx';
import { projectFormTexts as texts } from '../texts/project-forms.ts';

export function RequestLink({ requestId }: { requestId: string }) {
  const action = useAction('createPartialRequestLink');
  const params = { partialRequestId: requestId };
  return <LinkButton isRunning={action.isRunning} create={() => action.run({ params })} />;
}

export function EstimateLink({ estimateId }: { estimateId: string }) {
  const action = useAction('createEstimateLink');
  const params = { estimateId };
  return <LinkButton isRunning={action.isRunning} create={() => action.run({ params })} />;
}

type LinkButtonProps = { isRunning: boolean; create: () => Promise<Result<{ url: string }>> };

function LinkButton({ isRunning, create }: LinkButtonProps) {
  const [url, setUrl] = useState<string | null>(null);
  const show = async (): Promise<void> => {
    const result = await create();
    if (result.isOk) setUrl(result.answer.url);
    else showToast({ tone: 'error', text: sentenceOf(result.failure) });
  };
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        isFlush
        isLoading={isRunning}
        onClick={() => void show()}
      >
        {texts.newLink}
      </Button>
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
