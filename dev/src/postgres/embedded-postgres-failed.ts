/** Thrown when Postgres cannot be started. The message is shown to the user of `npm start`. */
export class EmbeddedPostgresFailed extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'EmbeddedPostgresFailed';
  }
}
