// A ref to the value of the latest render, for callbacks that outlive the render that created them.

import { type RefObject, useEffect, useRef } from 'react';

export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
