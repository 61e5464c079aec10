/** Reasons and results are recorded in English. */
export const recordedText = (text: string): string => text;
