/**
 * The 3-D Secure step-up as Fiserv's provider documents it: the challenge token is posted as a form into a frame,
 * and a message reports that the payer is done, but not the result. The dialog is rendered here, above our popup,
 * and can always be closed.
 */
import { fieldTexts } from '#texts/payment/fields';
import { abovePopup } from '../above-popup.ts';
import type { PayerAction } from '../fields.ts';
import { listenTo, postToken } from './fiserv-messages.ts';

const FRAME_NAME = 'fiserv-step-up';
const COMPLETED = 'stepUp.completion';
const FAILED = 'stepUp.error';

type StepUp = { stepUpUrl: string; challengeToken: string };

function readText(value: object, name: string): string {
  const text: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  if (typeof text !== 'string') throw new Error(`A challenge has its ${name}`);
  return text;
}

export function readStepUp(threeDSData: string): StepUp {
  const value: unknown = JSON.parse(atob(threeDSData));
  if (typeof value !== 'object' || value === null) throw new Error('A challenge is an object');
  return {
    stepUpUrl: readText(value, 'stepUpUrl'),
    challengeToken: readText(value, 'challengeToken'),
  };
}

function createFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.name = FRAME_NAME;
  frame.title = fieldTexts.challenge.frame;
  Object.assign(frame.style, {
    border: '0',
    display: 'block',
    width: '100%',
    height: '100%',
    minHeight: '0',
    // The page in the frame sets its own colors. Banks design their pages for a light background.
    colorScheme: 'light',
    background: '#ffffff',
  });
  return frame;
}

function createCancel(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = fieldTexts.challenge.cancel;
  Object.assign(button.style, {
    minHeight: '48px',
    border: '0',
    borderTop: '1px solid var(--hairline)',
    background: 'var(--surface)',
    color: 'var(--text)',
    font: 'inherit',
    fontWeight: '500',
    cursor: 'pointer',
  });
  return button;
}

function createDialog(content: readonly HTMLElement[]): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', fieldTexts.challenge.title);
  Object.assign(dialog.style, {
    width: 'min(420px, calc(100vw - 32px))',
    height: 'min(600px, calc(100dvh - 32px))',
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    padding: '0',
    border: '0',
    borderRadius: 'var(--radius-large)',
    background: 'var(--surface)',
    overflow: 'hidden',
    boxShadow: 'var(--shadow-float)',
    pointerEvents: 'auto',
    margin: 'auto',
  });
  dialog.append(...content);
  return dialog;
}

function runStepUp(stepUp: StepUp): Promise<boolean> {
  const frame = createFrame();
  const cancel = createCancel();
  const dialog = createDialog([frame, cancel]);
  const { origin } = new URL(stepUp.stepUpUrl);
  return new Promise((resolve) => {
    const finish = (isDone: boolean): void => {
      stopListening();
      dialog.remove();
      resolve(isDone);
    };
    const stopListening = listenTo({ frame, origin }, (type) => {
      if (type === COMPLETED) finish(true);
      if (type === FAILED) finish(false);
    });
    cancel.addEventListener('click', () => finish(false));
    dialog.addEventListener('cancel', () => finish(false));
    document.body.append(dialog);
    dialog.showModal();
    const { stepUpUrl: url, challengeToken: token } = stepUp;
    postToken({ url, token, target: FRAME_NAME }, dialog);
  });
}

export async function confirmAction({ threeDSData }: PayerAction): Promise<boolean> {
  const stepUp = readStepUp(threeDSData);
  return abovePopup(() => runStepUp(stepUp));
}
