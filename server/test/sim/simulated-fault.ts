/** Thrown by an injected fault, so never a violation. */
export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
}
