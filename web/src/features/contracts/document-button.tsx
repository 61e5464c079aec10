// Opens the document of a contract in a new tab. The link is signed and short-lived, so it is requested on
// click (R24).

import type { Contract } from '@quittance/contract/schemas/contracts';
import { useState } from 'react';
import { contractsTexts } from '#texts/account/contracts';
import { followLink } from '../../lib/follow-link.ts';
import { loadContractLink } from '../../state/account/contracts.ts';
import { useAppDispatch } from '../../state/store/hooks.ts';
import { Button } from '../../ui/actions/button.tsx';

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
