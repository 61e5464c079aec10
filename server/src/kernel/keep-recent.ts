/** Values in memory by key. Those used least recently make room for new ones. */
export function keepRecent<Value>(max: number) {
  const values = new Map<string, Value>();
  function keep(key: string, value: Value): Value {
    values.delete(key);
    values.set(key, value);
    const [oldest] = values.keys();
    if (values.size > max && oldest !== undefined) values.delete(oldest);
    return value;
  }
  return {
    find(key: string): Value | undefined {
      const value = values.get(key);
      return value === undefined ? undefined : keep(key, value);
    },
    keep,
  };
}
