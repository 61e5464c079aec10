/**
 * Makes the calls of the API reference, on portals that run against the sandbox. It is inlined, so it imports nothing.
 * The key stays in the variable below: it is neither stored nor sent elsewhere.
 */
let apiKey = '';

type CallData = {
  method: string;
  path: string;
  params: Record<string, string>;
  isQueried: boolean;
  isRead: boolean;
  body: string | null;
  fileType: string | null;
};

type Attributes = Readonly<Record<string, string>>;

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const PLAIN = { autocomplete: 'off', spellcheck: 'false' };

function addField<Control extends HTMLElement>(form: HTMLElement, label: string, control: Control) {
  form.append(make('label', {}, label, control));
  return control;
}

/** A page without TLS has no `randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('-');

async function readAnswer(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    const text = await response.text();
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }
  if (type.startsWith('text/')) return response.text();
  return `${type} (${(await response.blob()).size} bytes)`;
}

function toForm(call: CallData): HTMLFormElement {
  const form = make('form', { 'aria-label': 'Try it' });
  const key = addField(form, 'API key', make('input', { ...PLAIN, type: 'password' }));
  key.value = apiKey;
  const params = Object.entries(call.params).map(([name, value]) => {
    const input = addField(form, name, make('input', PLAIN));
    input.value = value;
    return { name, input };
  });
  const query = call.isQueried
    ? addField(form, 'Query', make('input', { ...PLAIN, placeholder: 'limit=5' }))
    : null;
  const body =
    call.body === null ? null : addField(form, 'Body', make('textarea', { ...PLAIN, rows: '8' }));
  if (body) body.value = call.body ?? '';
  const file = call.fileType ? addField(form, 'File', make('input', { type: 'file' })) : null;
  const button = make('button', { type: 'submit' }, 'Send');
  const output = make('output');
  form.append(make('div', {}, button), output);

  const send = async (): Promise<void> => {
    apiKey = key.value.trim();
    const path = params.reduce(
      (text, { name, input }) => text.replace(`{${name}}`, encodeURIComponent(input.value.trim())),
      call.path,
    );
    const asked = query?.value.trim().replace(/^\?/, '');
    const content = body?.value ?? file?.files?.[0] ?? null;
    const response = await fetch(asked ? `${path}?${asked}` : path, {
      method: call.method,
      // The key decides, not a session of the console in the same browser.
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(call.isRead ? {} : { 'idempotency-key': newKey() }),
        ...(content === null ? {} : { 'content-type': call.fileType ?? 'application/json' }),
      },
      body: content,
    });
    const status = make('b', {}, `${response.status} ${response.statusText}`.trim());
    const answer = make('code', {}, await readAnswer(response));
    output.replaceChildren(status, make('pre', { tabindex: '0' }, answer));
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    send()
      .catch((error: unknown) => {
        output.textContent = `No response: ${error instanceof Error ? error.message : 'unknown'}`;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return form;
}

for (const section of document.querySelectorAll<HTMLElement>('[data-call]')) {
  const { call = '' } = section.dataset;
  const button = make('button', { type: 'button', 'aria-expanded': 'false' }, 'Try it');
  let form: HTMLFormElement | null = null;
  button.addEventListener('click', () => {
    if (form) {
      form.hidden = !form.hidden;
    } else {
      // The cast is safe because the server writes the attribute in this shape.
      form = toForm(JSON.parse(call) as CallData);
      button.after(form);
    }
    button.setAttribute('aria-expanded', String(!form.hidden));
    if (!form.hidden) form.querySelector('input')?.focus();
  });
  section.querySelector('.example')?.append(button);
}
