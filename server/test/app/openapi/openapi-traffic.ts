/**
 * Compares provider API calls with the OpenAPI document that the server serves: every response has a documented
 * status, headers and body, and every successful call was made as documented.
 */
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const parameterSchema = z.object({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.enum(['path', 'query', 'header']).optional(),
  required: z.boolean().default(false),
});
const contentSchema = z.record(z.string(), z.object({ schema: z.unknown() }));
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.array(parameterSchema).default([]),
  requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      headers: z.record(z.string(), z.object({ $ref: z.string() })),
      content: contentSchema.optional(),
    }),
  ),
});
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    parameters: z.record(z.string(), parameterSchema),
    headers: z.record(z.string(), z.object({ required: z.boolean().default(false) })),
  }),
});
type Operation = z.infer<typeof operationSchema>;

type HttpResponse = { status: number; headers: Headers; body: unknown };

export type Exchange = {
  method: string;
  path: string;
  sent: { body?: unknown; headers: Headers };
  answer: HttpResponse;
};

export type FaultsIn = (exchange: Exchange) => string[];

const pointer = (...parts: string[]) =>
  parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

function toParts(pattern: string, path: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const match = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  if (!match) return null;
  return Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
  );
}

type Value = { what: string; at: string; value: unknown };
type ApiDocument = {
  document: z.infer<typeof documentSchema>;
  exact(value: Value): string[];
  /** For values in a path, a query or a header: '25' is a number if the document declares one. */
  asText(value: Value): string[];
};

function toChecker(root: object, { coerceTypes }: { coerceTypes: boolean }) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes });
  addFormats.default(ajv);
  ajv.addSchema(root, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return ({ what, at, value }: Value): string[] => {
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `document#/${at}` });
    compiled.set(at, validate);
    validate(value);
    return (validate.errors ?? []).map(
      ({ instancePath, message = '' }) => `${what}${instancePath} ${message}`,
    );
  };
}

type Found = {
  at: string;
  operation: Operation;
  params: Record<string, string>;
};

/** A static segment takes precedence over a parameter, as in the router. */
function findOperation({ document }: ApiDocument, { method, path }: Exchange): Found | null {
  const [pathname = ''] = path.split('?');
  const verb = method.toLowerCase();
  const [found] = Object.entries(document.paths)
    .flatMap(([pattern, methods]) => {
      const [params, operation] = [toParts(pattern, pathname), methods[verb]];
      return params && operation ? [{ pattern, operation, params }] : [];
    })
    .sort((left, right) => left.pattern.split('{').length - right.pattern.split('{').length);
  return found ? { ...found, at: `paths/${pointer(found.pattern)}/${verb}` } : null;
}

function toParameters({ document }: ApiDocument, { operation, at }: Found) {
  return operation.parameters.map((parameter, index) => {
    const name = parameter.$ref?.split('/').at(-1);
    const target = name === undefined ? parameter : document.components.parameters[name];
    const place =
      name === undefined ? `${at}/parameters/${index}` : `components/parameters/${name}`;
    return { ...parameter, ...target, place: `${place}/schema` };
  });
}

function parameterFaults(
  documented: ApiDocument,
  found: Found,
  { path, sent }: Exchange,
): string[] {
  const query: Record<string, string> = Object.fromEntries(
    new URL(path, 'http://portal').searchParams,
  );
  const known = toParameters(documented, found);
  const unknown = Object.keys(query).filter((name) => !known.some((each) => each.name === name));
  const givenFor = (where: string, name: string) => {
    if (where === 'header') return sent.headers.get(name) ?? undefined;
    return (where === 'path' ? found.params : query)[name];
  };
  return [
    ...unknown.map((name) => `query ${name} is not documented`),
    ...known.flatMap(({ name = '', in: where = 'query', required, place: at }) => {
      const value = givenFor(where, name);
      if (value === undefined) return required ? [`${where} ${name} is missing`] : [];
      return documented.asText({ what: `${where} ${name}`, at, value });
    }),
  ];
}

/** A file is represented as text with one character per byte, as in a response. */
const toText = (body: unknown) =>
  body instanceof Uint8Array ? Buffer.from(body).toString('latin1') : body;

function bodyFaults(documented: ApiDocument, { at, operation }: Found, sent: Exchange['sent']) {
  const { requestBody } = operation;
  if (sent.body === undefined && !requestBody?.required) return [];
  if (!requestBody) return ['body is not documented'];
  const type = sent.headers.get('content-type') ?? 'application/json';
  if (!requestBody.content[type]) return [`a body of ${type} is not documented`];
  const schema = `${at}/requestBody/content/${pointer(type)}/schema`;
  return documented.exact({ what: 'body', at: schema, value: toText(sent.body) });
}

function answerFaults(documented: ApiDocument, { at, operation }: Found, answer: HttpResponse) {
  const { status, headers, body } = answer;
  const response = operation.responses[String(status)];
  if (!response) return [`status ${status} is not documented`];
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (response.content ? !response.content[type] : body !== null) {
    return [`${type} is not documented for ${status}`];
  }
  const known = documented.document.components.headers;
  const missing = Object.entries(response.headers)
    .filter(
      ([name, { $ref }]) => known[$ref.split('/').at(-1) ?? '']?.required && !headers.has(name),
    )
    .map(([name]) => `header ${name} is missing`);
  const schema = `${at}/responses/${status}/content/${pointer(type)}/schema`;
  if (!response.content) return missing;
  return [...missing, ...documented.exact({ what: 'answer', at: schema, value: body })];
}

function strayFaults({ exact }: ApiDocument, { method, path, answer }: Exchange): string[] {
  const value = { what: 'answer', at: 'components/schemas/Problem', value: answer.body };
  return answer.status === 404 ? exact(value) : [`${method} ${path} is not documented`];
}

function compareWith(text: string): FaultsIn {
  const root: object = JSON.parse(text);
  const documented = {
    document: documentSchema.parse(root),
    exact: toChecker(root, { coerceTypes: false }),
    asText: toChecker(root, { coerceTypes: true }),
  };
  return (exchange) => {
    const { sent, answer } = exchange;
    const found = findOperation(documented, exchange);
    if (!found) return strayFaults(documented, exchange);
    const faults = answerFaults(documented, found, answer);
    if (answer.status < 300) {
      faults.push(...parameterFaults(documented, found, exchange));
      faults.push(...bodyFaults(documented, found, sent));
    }
    return faults.map((fault) => `${found.operation.operationId}: ${fault}`);
  };
}

const compared = new Map<string, FaultsIn>();

/** Uses the document that the server serves. Equal documents share compiled schemas. */
export async function faultsAt(url: string): Promise<FaultsIn> {
  const response = await fetch(`${url}${PROVIDER_BASE}/openapi.json`);
  const text = await response.text();
  const known = compared.get(text) ?? compareWith(text);
  compared.set(text, known);
  return known;
}
