/** Gives each row a key made of its text; repeated texts are numbered. */
export function withKeys<Row>(rows: Row[], wordsOf: (row: Row) => string): { key: string; row: Row }[] {
  const seen = new Map<string, number>()
  return rows.map((row) => {
    const words = wordsOf(row)
    const times = (seen.get(words) ?? 0) + 1
    seen.set(words, times)
    return { key: times > 1 ? `${words} ${times}` : words, row }
  })
}
