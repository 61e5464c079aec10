/**
 * The only code that reads the status tables. A table is plain data (from → event → to). A pair that is not in the
 * table is illegal and throws.
 */

/** `Target` differs from `Status` if a table contains rules such as 'OPEN' instead of statuses. */
export type Table<
  Status extends string,
  Event extends string,
  Target extends string = Status,
> = Readonly<Record<Status, Readonly<Partial<Record<Event, Target>>>>>;

export class IllegalTransition extends Error {
  override readonly name = 'IllegalTransition';
  readonly from: string;
  readonly event: string;

  constructor(from: string, event: string) {
    super(`${from} does not allow ${event}`);
    this.from = from;
    this.event = event;
  }
}

export function transition<
  Status extends string,
  Event extends string,
  Target extends string = Status,
>(table: Table<Status, Event, Target>, from: NoInfer<Status>, event: NoInfer<Event>): Target {
  const to = table[from][event];
  if (to === undefined) throw new IllegalTransition(from, event);
  return to;
}

export function canTransition<Status extends string, Event extends string, Target extends string>(
  table: Table<Status, Event, Target>,
  from: NoInfer<Status>,
  event: NoInfer<Event>,
): boolean {
  return table[from][event] !== undefined;
}
