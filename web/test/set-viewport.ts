// For tests only: sets the width of the simulated window. Mounted components are not updated.

type SimulatedWindow = { happyDOM: { setViewport: (size: { width: number }) => void } };

export function setViewportWidth(width: number): void {
  // The cast is needed because the test environment adds this member to the browser's window.
  const simulated = window as unknown as SimulatedWindow;
  simulated.happyDOM.setViewport({ width });
}
