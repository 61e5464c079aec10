// Opens the document of a contract in a new tab. The link is signed and short-lived, so it is requested on
// click (R24).

import type { Contract } from '@quittance/contract/projects/contract-schemas';
import { useState } from 'react';
import { contractsTexts } from '#texts/account/contracts';
import { followLink } from '../../shared/lib/follow-link.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { loadContractLink } from '../store/projects.ts';
import { useAppDispatch } from '../store/hooks.ts';

export function DocumentButton({ contract }: { contract: Contract }) {
  const { id, documentKey: key, contractRef } = contract;
  const dispatch = useAppDispatch();
  const [isLoading, setIsLoading] = useState(false);
  const open = async (): Promise<void> => {
    setIsLoading(true);
    const result = await dispatch(loadContractLink({ params: { id }, query: { key } }));
    setIsLoading(false);
    if (loadContractLink.fulfilled.match(result))
      followLink({ link: result.payload.link, type: 'new_tab' });
  };
  return (
    <Button
      variant="quiet"
      size="small"
      isFlush
      isLoading={isLoading}
      aria-label={contractsTexts.documentOf(contractRef)}
      onClick={() => void open()}
    >
      {contractsTexts.document}
    </Button>
  );
}
