import {
  type Atom,
  atom,
  createStore,
  useAtom as useJotaiAtom,
  useAtomValue as useJotaiAtomValue,
  type WritableAtom,
} from 'jotai'

/**
 * The one store of the interface. Only this module imports jotai, so that code
 * outside React (a 401, another tab) and code inside it speak of the same state.
 */
export const store = createStore()

export { atom }

/** Reads an atom of the one store and follows it. */
export function useAtomValue<Value>(source: Atom<Value>): Awaited<Value> {
  return useJotaiAtomValue(source, { store })
}

/** Reads an atom of the one store, follows it, and sets it. */
export function useAtom<Value, Args extends unknown[], Result>(source: WritableAtom<Value, Args, Result>) {
  return useJotaiAtom(source, { store })
}
