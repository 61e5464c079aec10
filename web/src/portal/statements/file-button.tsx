// Downloads a file of the account: a statement, receipts, or the history.

import type { QueryOf } from '@quittance/contract/portal-routes';
import { type ReactNode, useState } from 'react';
import { followLink } from '../../shared/lib/follow-link.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { createApiThunk } from '../store/app-thunk.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { AppThunk } from '../store/root.ts';

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

const loadFileLink = createApiThunk('records/fileLink', 'accountFileLink');

function openAccountFile(query: QueryOf<'accountFileLink'>): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const id = getState().auth.session?.customerId;
    if (!id) return;
    const answer = await dispatch(loadFileLink({ params: { id }, query }));
    if (loadFileLink.fulfilled.match(answer)) followLink(answer.payload);
  };
}
