/** Isolates the only reading of the time. */
export const readTime = () => new Date();
