// Downloads a file of the account: a statement, receipts, or the history.

import type { QueryOf } from '@quittance/contract/routes';
import { type ReactNode, useState } from 'react';
import { openAccountFile } from '../../state/account/records/account-file.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';

type FileButtonProps = { file: QueryOf<'accountFileLink'>; children: ReactNode };

export function FileButton({ file, children }: FileButtonProps) {
  const dispatch = useAppDispatch();
  const [isLoading, setIsLoading] = useState(false);
  const download = async (): Promise<void> => {
    if (isLoading) return;
    setIsLoading(true);
    await dispatch(openAccountFile(file));
    setIsLoading(false);
  };
  return (
    <Button
      variant="secondary"
      size="small"
      icon="download"
      isLoading={isLoading}
      onClick={() => void download()}
    >
      {children}
    </Button>
  );
}
