/** One call in the API reference: its input, its response, its errors, and a curl example. */
import { ERRORS } from '@quittance/contract/errors';
import {
  isReadRoute,
  PROVIDER_BASE,
  type ProviderRoute,
  providerPath,
} from '@quittance/contract/http/provider-route';
import { toErrors } from '@quittance/contract/openapi/route-errors';
import { toExample } from '../openapi/examples.ts';
import { toParameters } from '../openapi/openapi-operation.ts';
import { nameIn, toSchema } from '../openapi/openapi-schemas.ts';
import { parameterFields, type SchemasByName, toFields } from './fields.ts';
import { type Markup, markup, prose } from './markup.ts';

export type Call = { name: string; route: ProviderRoute };
export type Portal = { publicUrl: string; named: SchemasByName; isTryable: boolean };

const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

type Examples = { params: Record<string, string>; body: unknown };

/** Example values of the path, and of the body if it is JSON. */
function toExamples({ route }: Call, { named }: Portal): Examples {
  const { body, bodyType } = route;
  const params = toParameters(route).flatMap(({ name, in: place, example }) =>
    place === 'path' && example !== undefined ? [[name, String(example)]] : [],
  );
  const isJson = body !== undefined && !bodyType;
  return {
    params: Object.fromEntries(params),
    body: isJson ? toExample({ schema: toSchema(body, 'input'), named }) : undefined,
  };
}

function toCurl(call: Call, portal: Portal): string {
  const { route } = call;
  const { method, path, bodyType } = route;
  const { publicUrl } = portal;
  const { params, body } = toExamples(call, portal);
  const lines = [
    `curl ${publicUrl}${providerPath(path, params)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $QUITTANCE_KEY"',
    ...(isReadRoute(route) ? [] : ['-H "Idempotency-Key: $(uuidgen)"']),
  ];
  if (bodyType) {
    lines.push(`-H "Content-Type: ${bodyType}"`, '--data-binary @file');
  } else if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(pretty(body))}`);
  }
  if (route.answerType) lines.push('-o answer');
  return lines.join(' \\\n  ');
}

/** JSON as a literal of TypeScript: names without quotes. */
const literal = (value: unknown) => pretty(value).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');

const CLIENT = '@quittance/client';

function toTypeScript(call: Call, portal: Portal): string {
  const { name, route } = call;
  const { params, body } = toExamples(call, portal);
  const input = {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(body === undefined ? {} : { body }),
    ...(route.bodyType ? { body: 'FILE' } : {}),
  };
  const argument = Object.keys(input).length > 0 ? literal(input) : '';
  const sent = argument.replace('"FILE"', "await readFile('file')");
  return [
    `import { createClient } from '${CLIENT}';`,
    ...(route.bodyType ? ["import { readFile } from 'node:fs/promises';"] : []),
    '',
    `const client = createClient({ baseUrl: '${portal.publicUrl}', apiKey: process.env.QUITTANCE_KEY });`,
    `const answer = await client.${name}(${sent});`,
  ].join('\n');
}

/** Read by the script of the page. */
function toCallData(call: Call, portal: Portal): Markup | null {
  const { method, path, bodyType, query, isStaffOnly } = call.route;
  if (!portal.isTryable || isStaffOnly) return null;
  const { params, body } = toExamples(call, portal);
  const data = {
    method,
    path: `${PROVIDER_BASE}${path}`,
    params,
    isQueried: query !== undefined,
    isRead: isReadRoute(call.route),
    body: body === undefined ? null : pretty(body),
    fileType: bodyType ?? null,
  };
  return markup` data-call="${JSON.stringify(data)}"`;
}

const block = (title: string, text: string) =>
  markup`<figure><figcaption>${title}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;

function errorsList(route: ProviderRoute): Markup {
  const items = toErrors(route)
    .sort((left, right) => ERRORS[left].status - ERRORS[right].status)
    .map((code) => markup`<li><a href="#${code}">${ERRORS[code].status} ${code}</a></li>`);
  return markup`<details class="errors"><summary>${items.length} errors</summary><ul>${items}</ul></details>`;
}

function toInput({ route }: Call, { named }: Portal): Markup[] {
  const { body } = route;
  const parameters = toParameters(route);
  const parts: Markup[] = [];
  for (const [place, title] of [
    ['path', 'Path'],
    ['query', 'Query'],
  ] as const) {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length > 0) parts.push(markup`<h4>${title}</h4>${parameterFields(fields)}`);
  }
  if (body) {
    const { $ref = '', ...inline } = toSchema(body, 'input');
    parts.push(markup`<h4>Body</h4>${toFields(named[nameIn($ref)] ?? inline, named, true)}`);
  }
  return parts;
}

function toAnswer({ answer, status = 200 }: ProviderRoute, named: SchemasByName): Markup {
  const name = nameIn(toSchema(answer, 'output').$ref ?? '');
  const item = nameIn(named[name]?.properties?.['data']?.items?.$ref ?? '');
  const link = (to: string) => markup`<a href="#object-${to}">${to}</a>`;
  const words = item ? markup`a list of ${link(item)}` : name && link(name);
  return markup`<h4>Answer</h4><p><code>${status}</code> ${words}</p>`;
}

function answerExample({ answer, answerType }: ProviderRoute, { named }: Portal): string {
  if (answerType) return `Content-Type: ${answerType}`;
  return pretty(toExample({ schema: toSchema(answer, 'output'), named }));
}

export function operationSection(call: Call, portal: Portal): Markup {
  const { name, route } = call;
  const { method, path, scope, alsoReads, isStaffOnly, summary, description } = route;
  const more = alsoReads ? markup` and <code>read</code>` : null;
  const access = isStaffOnly ? markup`, of an owner and never of a key` : more;
  const answer = answerExample(route, portal);
  return markup`<section class="call" id="${name}"${toCallData(call, portal)}>
<div class="text"><h3><a href="#${name}">${summary}</a></h3>
<p class="address"><b class="method ${method.toLowerCase()}">${method}</b> <code>${path}</code></p>
<p class="scope">Scope <code>${scope}</code>${access}</p>
${description ? markup`<p>${prose(description)}</p>` : null}
${toInput(call, portal)}
${toAnswer(route, portal.named)}
${errorsList(route)}</div>
<div class="example">${block('curl', toCurl(call, portal))}
<details class="more"><summary>TypeScript</summary>${block('TypeScript', toTypeScript(call, portal))}</details>
${block('Answer', answer)}</div>
</section>`;
}
