/** Thrown by an injected fault, so it is never a violation. */
export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
}
