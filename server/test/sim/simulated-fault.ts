/** Thrown where a fault is an exception: nobody has to explain it. */
export class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
}
