/** Prompts the member to confirm with a passkey. Resolves to whether the proof succeeded. */
import { createContext, useContext } from 'react';

export const SecondFactorContext = createContext<() => Promise<boolean>>(async () => false);

export const useSecondFactor = (): (() => Promise<boolean>) => useContext(SecondFactorContext);
