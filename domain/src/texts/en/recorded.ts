/** Reasons and results are recorded in English, so they need no translation. */
export const recordedText = (text: string): string => text;
export const recordedMethod = (label: string): string => label;
