// Downloads a file that a call returns.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { CallInput } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import type { FileName } from '../api/desk-client.ts';
import { toSentence } from '../api/failure.ts';
import { download } from './download.ts';

type FileButtonProps<Name extends FileName> = {
  call: Name;
  input: CallInput<Name>;
  name: string;
  label: string;
  /** The accessible name, if the label alone does not say which file it is. */
  fullLabel?: string;
  size?: 'small' | 'medium';
};

export function FileButton<Name extends FileName>(props: FileButtonProps<Name>) {
  const { call, input, name, label, fullLabel, size = 'medium' } = props;
  const client = useClient();
  const [isReading, setIsReading] = useState(false);
  const open = async (): Promise<void> => {
    setIsReading(true);
    const result = await client.file(call, input);
    setIsReading(false);
    if (result.isOk) download(result.answer, name);
    else showToast({ tone: 'error', text: toSentence(result.failure) });
  };
  return (
    <Button
      variant="secondary"
      size={size}
      icon="download"
      aria-label={fullLabel}
      isLoading={isReading}
      onClick={() => void open()}
    >
      {label}
    </Button>
  );
}
