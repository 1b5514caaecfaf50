/** Fetches a part that a page can do without; undefined where it does not come, as where a blocker takes it out. */
export async function loadDispensable<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load()
  } catch (error) {
    console.warn('A part that the page can do without did not arrive.', error)
    return undefined
  }
}
