// Downloads a file of the account: a statement, receipts, or the history.

import type { QueryOf } from '@quittance/contract/portal-routes';
import { type ReactNode, useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { openAccountFile } from '../store/account-file.ts';
import { useAppDispatch } from '../store/hooks.ts';

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
