/** Enables pointer events outside our popup, where a bank's 3-D Secure challenge is rendered. */
export async function abovePopup<Result>(run: () => Promise<Result>): Promise<Result> {
  const { style } = document.body;
  const { pointerEvents } = style;
  style.pointerEvents = 'auto';
  try {
    return await run();
  } finally {
    style.pointerEvents = pointerEvents;
  }
}
