// Check digits of card numbers (Luhn) and ABA routing numbers. They detect typos, but do not prove that a number
// exists.

export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const weighed = [...number].reverse().map((digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return doubled > 9 ? doubled - 9 : doubled;
  });
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

const ROUTING_WEIGHTS = [3, 7, 1] as const;

export function isRoutingNumber(number: string): boolean {
  if (!/^\d{9}$/.test(number) || number === '000000000') return false;
  const sum = [...number].reduce(
    (total, digit, index) => total + Number(digit) * (ROUTING_WEIGHTS[index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
}
