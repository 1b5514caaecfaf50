/** A module that has not arrived after this many milliseconds has failed (docs/product.md, section 6). */
const ARRIVAL_TIMEOUT = 120_000

/** A script or style of the interface did not arrive, or not in time. */
export class MissingModuleError extends Error {}

/** Fetches a module of the interface. Throws a MissingModuleError. */
export async function fetchModule<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), ARRIVAL_TIMEOUT)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw new MissingModuleError('A part of this page did not arrive.', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches a module that the page can do without; undefined if it does not arrive, as when a blocker removes it. */
export async function fetchOptionalModule<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load()
  } catch (error) {
    console.warn('A part that the page can do without did not arrive.', error)
    return undefined
  }
}

const pageModules = import.meta.glob<object>('../{public,account,notices,student,tutor,desk}/*-page.tsx')

/**
 * Loads the module of a page when its address is first visited. Takes the name
 * that hooks/web/pages.json has for it ("public/home"): the server names its
 * files in the head of the page that it sends. Throws if there is no such page.
 */
export function lazyPage(name: string): () => Promise<object> {
  const load = pageModules[`../${name}-page.tsx`]
  if (!load) throw new Error(`There is no page ${name}.`)
  return () => fetchModule(load)
}
