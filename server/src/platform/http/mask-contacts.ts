/** Masks email addresses and phone numbers of customers for staff who only look at lists (R47). */
const EMAILS = /([^\s@"“”<>]{1,64})(@[^\s@"“”<>,;]{1,255}\.[^\s@"“”<>,;]{1,63})/g;
const PHONES = /\+\d{7,15}/g;

export const maskText = (text: string) =>
  text
    .replace(PHONES, (phone) => `***${phone.slice(-4)}`)
    .replace(EMAILS, (_, name: string, domain: string) => `${name.slice(0, 1)}***${domain}`);

function maskValue(value: unknown, isPhone: boolean): unknown {
  if (typeof value === 'string') return isPhone ? `***${value.slice(-4)}` : maskText(value);
  if (Array.isArray(value)) return value.map((each) => maskValue(each, isPhone));
  if (value === null || typeof value !== 'object') return value;
  const isContact = 'type' in value && value.type === 'PHONE';
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      maskValue(each, name === 'phone' || (isContact && name === 'value')),
    ]),
  );
}

export const maskContacts = (answer: unknown): unknown => maskValue(answer, false);
