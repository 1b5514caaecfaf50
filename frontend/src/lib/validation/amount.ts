/** Whether an amount, in whole units of the currency, has no fraction of a cent. Sums such as 0.1 + 0.2 are not exact. */
export function isWholeCents(amount: number) {
  const cents = amount * 100
  return Math.abs(cents - Math.round(cents)) <= 1e-12 * Math.max(1, Math.abs(cents))
}
