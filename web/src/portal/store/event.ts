/** Creates actions like `createAction` of Redux Toolkit, which the first view of a link does not load. */
export function createEvent<Payload = void>(type: string) {
  return Object.assign((payload: Payload) => ({ type, payload }), {
    type,
    match: (action: { type: string }): action is { type: string; payload: Payload } =>
      action.type === type,
  });
}
