/** Parses a Dockerfile into stages, each with its instructions in order. */

export type Instruction = { name: string; text: string };
export type Stage = { image: string; name: string; instructions: Instruction[] };

export function toStages(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
  for (const line of lines.filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    const [, image = '', stage = 'last'] = /^(\S+)(?: AS (\w+))?$/.exec(text) ?? [];
    if (name === 'FROM') stages.push({ image, name: stage, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

export function toTexts({ instructions }: Stage, name: string): string[] {
  return instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
}

/** Returns the words of the last instruction with this name, such as 'CMD ["node", "x.js"]'. */
export function toWords(stage: Stage, name: string): string[] {
  const text = toTexts(stage, name).at(-1) ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
}

/** Example: 'ENV A=1 B=2' */
export function toVariables(stage: Stage): Record<string, string> {
  const pairs = toTexts(stage, 'ENV').flatMap((text) => text.split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}
