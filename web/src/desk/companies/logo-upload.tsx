// The logo, uploaded and drawn anew by the server.

import { LOGO_BYTES_MAX } from '@quittance/contract/companies/settings-schemas';
import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { fieldErrorOf, sentenceOf } from '../api/failure.ts';
import { useSigned } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { FileInput } from '../forms/file-input.tsx';
import { Section } from '../forms/section.tsx';
import { brandTexts } from '../texts/settings.ts';

const ACCEPTED = 'image/png,image/jpeg,image/webp,image/svg+xml';

export function LogoUpload() {
  const { refresh } = useSigned();
  const action = useAction('putLogo');
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | undefined>();
  const [uploads, setUploads] = useState(0);
  const upload = async (): Promise<void> => {
    if (!file) return setError(brandTexts.logoMissing);
    if (file.size > LOGO_BYTES_MAX) return setError(brandTexts.logoTooLarge);
    setError(undefined);
    const result = await action.run({ body: new Uint8Array(await file.arrayBuffer()) });
    if (!result.isOk) {
      return setError(fieldErrorOf(result.failure, 'file') ?? sentenceOf(result.failure));
    }
    showToast({ tone: 'success', text: brandTexts.logoSaved });
    setFile(null);
    setUploads(uploads + 1);
    refresh();
  };
  return (
    <Section title={brandTexts.logo}>
      <FileInput
        // Empty again after an upload.
        key={uploads}
        label={brandTexts.logo}
        hint={brandTexts.logoHint}
        error={error}
        accept={ACCEPTED}
        onFile={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
      />
      <div>
        <Button variant="secondary" isLoading={action.isRunning} onClick={() => void upload()}>
          {brandTexts.logoUpload}
        </Button>
      </div>
    </Section>
  );
}
