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
 * outside React (a 401, another tab) and components share the same state.
 */
export const store = createStore()

export { atom }

/** Subscribes a component to an atom of the store. */
export function useAtomValue<Value>(source: Atom<Value>): Awaited<Value> {
  return useJotaiAtomValue(source, { store })
}

/** Like `useAtomValue`, with the function that sets the atom. */
export function useAtom<Value, Args extends unknown[], Result>(source: WritableAtom<Value, Args, Result>) {
  return useJotaiAtom(source, { store })
}
