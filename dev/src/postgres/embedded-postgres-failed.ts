// What the launcher throws when Postgres cannot be had: one sentence for the person who typed
// `npm start`, and the log when there is more to read.

export class EmbeddedPostgresFailed extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'EmbeddedPostgresFailed';
  }
}
