/** Our popup switches pointer events off outside itself; a bank's challenge is drawn outside of it. */
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
