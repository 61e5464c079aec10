/** `PROOF=full npm test -- server/test/scenarios` makes the long proofs as long as they are meant. */
export const isFullProof = process.env['PROOF'] === 'full';
