/** Test events as an endpoint receives them. The stored event names the type of the example only. */
import { toExampleData } from '@quittance/contract/webhooks/event-examples';
import { eventTypeSchema, type ProviderEvent } from '@quittance/contract/webhooks/event-schemas';

export function toSentEvent(event: ProviderEvent): ProviderEvent {
  if (event.type !== 'webhook_endpoint.tested') return event;
  const { data: type } = eventTypeSchema.safeParse(event.data['exampleType']);
  return { ...event, ...(type ? toExampleData(type) : {}), isTest: true };
}
