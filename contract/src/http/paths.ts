/** Converts the paths of the route tables to URLs and to router patterns. */

export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Missing path parameter ${name} in ${path}`);
    return encodeURIComponent(value);
  });
}

export function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
