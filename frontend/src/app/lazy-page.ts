/** A part of the interface that has not arrived after this many milliseconds has failed (docs/product.md, section 6). */
const ARRIVAL_TIMEOUT = 120_000

/** A part of the interface, its script or its styles, that did not arrive, or not in time. */
export class MissingPart extends Error {}

/** Fetches a part of the interface. Throws a MissingPart. */
export async function arrive<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ARRIVAL_TIMEOUT)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw new MissingPart('A part of this page did not arrive.', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches a page's code when its address is first visited. */
export function lazyPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return () => arrive(load)
}
