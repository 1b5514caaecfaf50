/** How long a module may take to load, in milliseconds (docs/product.md, section 6). */
const ARRIVAL_TIMEOUT = 120_000

/** A script or style sheet of the interface failed to load, or took too long. */
export class MissingModuleError extends Error {}

/** Loads a module of the interface. Throws a MissingModuleError. */
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

/** Loads a module that the page can do without. Resolves to undefined if it fails, as when a blocker removes it. */
export async function fetchOptionalModule<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load()
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

const pageModules = import.meta.glob<object>(
  '../../pages/{public,account,notices,student,tutor,desk}/*-page.tsx',
)

/**
 * Returns a function that loads the module of a page. Takes the page's name in
 * hooks/web/pages.json ("public/home"), from which the server also knows the
 * files to preload. Throws if there is no such page.
 */
export function lazyPage(name: string): () => Promise<object> {
  const load = pageModules[`../../pages/${name}-page.tsx`]
  if (!load) throw new Error(`There is no page ${name}.`)
  return () => fetchModule(load)
}
