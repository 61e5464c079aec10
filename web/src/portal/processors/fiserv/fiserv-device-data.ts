/**
 * The device data collection of 3-D Secure as Fiserv's provider documents it: the token is posted into a hidden
 * frame before the submit, and a message reports that the device is known. Without the message the payment
 * continues after a time limit, and the bank challenges the payer.
 */
import type { DeviceCollection } from '../fields.ts';
import { listenTo, postToken } from './fiserv-messages.ts';

const FRAME_NAME = 'fiserv-device-data';
const COMPLETED = 'profile.completed';

/** The provider's own limit for the collection. */
const COLLECTION_TIMEOUT_MS = 10_000;

export function collectDeviceData({ url, token }: DeviceCollection): Promise<void> {
  const place = document.createElement('div');
  const frame = document.createElement('iframe');
  frame.name = FRAME_NAME;
  place.hidden = true;
  place.append(frame);
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timeout);
      stopListening();
      place.remove();
      resolve();
    };
    const timeout = setTimeout(finish, COLLECTION_TIMEOUT_MS);
    const { origin } = new URL(url);
    const stopListening = listenTo({ frame, origin }, (type) => {
      if (type === COMPLETED) finish();
    });
    document.body.append(place);
    postToken({ url, token, target: FRAME_NAME }, place);
  });
}
