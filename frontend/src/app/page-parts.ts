const parts = import.meta.glob<object>('./pages/*-page.tsx')

/**
 * Fetches a part of the interface by the name that the list of pages has for
 * it; the server names its files in the head of the page that it sends. Throws
 * where there is none.
 */
export function partOf(name: string): () => Promise<object> {
  const part = parts[`./pages/${name}.tsx`]
  if (!part) throw new Error(`There is no part ${name}.`)
  return part
}
