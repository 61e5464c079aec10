/** Returns the held object when the answer equals it, so that a reload without changes renders nothing. */
export function reuseIfEqual<Held, Answer>(held: Held, answer: Answer): Held | Answer {
  return JSON.stringify(held) === JSON.stringify(answer) ? held : answer;
}
