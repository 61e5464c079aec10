/** Asks the member to confirm with the passkey; resolves to whether it was proved. */
import { createContext, useContext } from 'react';

export const SecondFactorContext = createContext<() => Promise<boolean>>(async () => false);

export const useSecondFactor = (): (() => Promise<boolean>) => useContext(SecondFactorContext);
