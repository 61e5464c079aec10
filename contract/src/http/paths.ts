/** The paths of the route tables: with their parameters filled in, or as a router's pattern. */

/** '/team/{memberId}' → '/team/42' */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}

/** '/team/{memberId}' → '/team/:memberId' */
export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
